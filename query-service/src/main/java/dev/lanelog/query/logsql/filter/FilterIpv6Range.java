package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.FieldPattern;

/**
 * {@code f:ipv6_range(a, b)}: IPv6 addresses in a range; IPv4 addresses count by their mapped form.
 *
 * @param field where
 * @param min inclusive, canonical text
 * @param max inclusive, canonical text
 */
public record FilterIpv6Range(FieldPattern field, String min, String max) implements FieldFilter {
    @Override
    public ColumnPredicate predicate() {
        return new Ipv6RangePredicate(min, max);
    }

    @Override
    public String toString() {
        return field.filterPrefix() + "ipv6_range(" + min + ", " + max + ")";
    }
}
