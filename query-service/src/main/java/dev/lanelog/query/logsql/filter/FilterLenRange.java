package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.FieldPattern;

/**
 * {@code f:len_range(5, 10)}: values by their number of code points.
 *
 * @param field where
 * @param min inclusive
 * @param max inclusive
 * @param text the arguments with their parentheses, as printed
 */
public record FilterLenRange(FieldPattern field, long min, long max, String text) implements FieldFilter {
    @Override
    public ColumnPredicate predicate() {
        return new LengthPredicate(min, max);
    }

    @Override
    public String toString() {
        return field.filterPrefix() + "len_range" + text;
    }
}
