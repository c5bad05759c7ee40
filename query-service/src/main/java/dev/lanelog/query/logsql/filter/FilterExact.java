package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Names;
import java.util.List;

/**
 * {@code f:="value"}: values equal to the text.
 *
 * @param field where
 * @param value may be empty, which matches rows without a value
 */
public record FilterExact(FieldPattern field, String value) implements FieldFilter {
    @Override
    public ColumnPredicate predicate() {
        return AnyOfPredicate.of(List.of(value));
    }

    @Override
    public String toString() {
        return field.filterPrefix() + "=" + Names.quoteIfNeeded(value);
    }
}
