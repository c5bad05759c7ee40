package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.format.Ipv4Text;

/**
 * {@code f:ipv4_range(a, b)}: IPv4 addresses in a range.
 *
 * @param field where
 * @param min inclusive
 * @param max inclusive
 */
public record FilterIpv4Range(FieldPattern field, long min, long max) implements FieldFilter {
    @Override
    public ColumnPredicate predicate() {
        return new Ipv4RangePredicate(min, max);
    }

    @Override
    public String toString() {
        return field.filterPrefix() + "ipv4_range(" + Ipv4Text.format(min) + ", " + Ipv4Text.format(max) + ")";
    }
}
