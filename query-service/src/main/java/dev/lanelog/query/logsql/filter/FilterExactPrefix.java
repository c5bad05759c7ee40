package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.Utf8;

/**
 * {@code f:="pre"*}: values that begin with the text.
 *
 * @param field where
 * @param prefix may be empty, which matches every row
 */
public record FilterExactPrefix(FieldPattern field, String prefix) implements FieldFilter {
    @Override
    public ColumnPredicate predicate() {
        return new StartsWithPredicate(Utf8.bytes(prefix));
    }

    @Override
    public String toString() {
        return field.filterPrefix() + "=" + Names.quoteIfNeeded(prefix) + "*";
    }
}
