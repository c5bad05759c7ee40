package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.Utf8;

/**
 * {@code f:pre*}: values that contain text beginning so, at the start of a word when the prefix begins with a word character.
 *
 * @param field where
 * @param prefix not empty
 */
public record FilterPrefix(FieldPattern field, String prefix) implements FieldFilter {
    @Override
    public ColumnPredicate predicate() {
        return new PrefixPredicate(Utf8.bytes(prefix));
    }

    @Override
    public String toString() {
        return field.filterPrefix() + Names.quoteIfNeeded(prefix) + "*";
    }
}
