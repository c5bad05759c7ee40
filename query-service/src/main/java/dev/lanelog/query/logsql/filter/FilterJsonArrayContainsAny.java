package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Names;
import java.util.List;

/**
 * {@code f:json_array_contains_any(a, b)}: JSON arrays that have one of the values as an item; numbers, booleans and null by their text.
 *
 * @param field where
 * @param values the list
 */
public record FilterJsonArrayContainsAny(FieldPattern field, List<String> values) implements FieldFilter {
    public FilterJsonArrayContainsAny {
        values = List.copyOf(values);
    }

    @Override
    public ColumnPredicate predicate() {
        return new JsonArrayPredicate(values);
    }

    @Override
    public String toString() {
        return field.filterPrefix() + "json_array_contains_any(" + Names.joinValues(values) + ")";
    }
}
