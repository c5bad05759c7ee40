package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.FieldPattern;

/**
 * {@code f:contains_any(a, b)}: values in which one phrase of a list is found as by a word filter.
 *
 * @param field where
 * @param values the list, or the query that gives it; an empty phrase matches every row
 */
public record FilterContainsAny(FieldPattern field, InValues values) implements FieldFilter {
    @Override
    public ColumnPredicate predicate() {
        return ContainsPredicate.any(values.resolved());
    }

    @Override
    public String toString() {
        return field.filterPrefix() + "contains_any(" + values + ")";
    }
}
