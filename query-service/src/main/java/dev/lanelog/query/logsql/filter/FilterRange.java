package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.FieldPattern;

/**
 * {@code f:range(a, b)}, {@code f:>5}: numbers in a range. Durations, sizes, times and IPv4 addresses are numbers.
 *
 * @param field where
 * @param min inclusive
 * @param max inclusive
 * @param text as printed
 */
public record FilterRange(FieldPattern field, double min, double max, String text) implements FieldFilter {
    @Override
    public ColumnPredicate predicate() {
        return new RangePredicate(min, max);
    }

    @Override
    public String toString() {
        return field.filterPrefix() + text;
    }
}
