package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.FieldPattern;

/**
 * {@code f:*}: rows that have a value in the field.
 *
 * @param field where
 */
public record FilterAny(FieldPattern field) implements FieldFilter {
    @Override
    public ColumnPredicate predicate() {
        return new PrefixPredicate(new byte[0]);
    }

    @Override
    public String toString() {
        return field.filterPrefix() + "*";
    }
}
