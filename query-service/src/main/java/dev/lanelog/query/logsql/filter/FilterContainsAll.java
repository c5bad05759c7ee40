package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.FieldPattern;

/**
 * {@code f:contains_all(a, b)}: values in which every phrase of a list is found as by a word filter.
 *
 * @param field where
 * @param values the list, or the query that gives it; empty phrases are ignored
 */
public record FilterContainsAll(FieldPattern field, InValues values) implements FieldFilter {
    @Override
    public ColumnPredicate predicate() {
        return ContainsPredicate.all(values.resolved());
    }

    @Override
    public String toString() {
        return field.filterPrefix() + "contains_all(" + values + ")";
    }
}
