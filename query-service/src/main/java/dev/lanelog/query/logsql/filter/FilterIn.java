package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.FieldPattern;

/**
 * {@code f:in(a, b)}, {@code f:in(query)}: values equal to one of a list.
 *
 * @param field where
 * @param values the list, or the query that gives it
 */
public record FilterIn(FieldPattern field, InValues values) implements FieldFilter {
    @Override
    public ColumnPredicate predicate() {
        return AnyOfPredicate.of(values.resolved());
    }

    @Override
    public String toString() {
        return field.filterPrefix() + "in(" + values + ")";
    }
}
