package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Utf8;

/**
 * {@code f:string_range(A, C)}, {@code f:>"x"}: text in a range, by bytes.
 *
 * @param field where
 * @param min inclusive
 * @param max exclusive
 * @param text as printed
 */
public record FilterStringRange(FieldPattern field, String min, String max, String text) implements FieldFilter {
    @Override
    public ColumnPredicate predicate() {
        return new StringRangePredicate(Utf8.bytes(min), Utf8.bytes(max));
    }

    @Override
    public String toString() {
        return field.filterPrefix() + text;
    }
}
