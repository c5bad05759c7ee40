package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.Utf8;

/**
 * {@code f:*part*}: values that contain the text anywhere.
 *
 * @param field where
 * @param substring may be empty
 */
public record FilterSubstring(FieldPattern field, String substring) implements FieldFilter {
    @Override
    public ColumnPredicate predicate() {
        return new SubstringPredicate(Utf8.bytes(substring));
    }

    @Override
    public String toString() {
        return field.filterPrefix() + "*" + Names.quoteIfNeeded(substring) + "*";
    }
}
