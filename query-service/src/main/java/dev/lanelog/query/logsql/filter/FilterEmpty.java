package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.FieldPattern;
import java.util.List;

/**
 * {@code f:""}: rows without a value in the field.
 *
 * @param field where
 */
public record FilterEmpty(FieldPattern field) implements FieldFilter {
    @Override
    public ColumnPredicate predicate() {
        return AnyOfPredicate.of(List.of(""));
    }

    @Override
    public String toString() {
        return field.filterPrefix() + "\"\"";
    }
}
