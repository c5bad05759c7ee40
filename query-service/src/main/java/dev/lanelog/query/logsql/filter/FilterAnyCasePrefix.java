package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.Utf8;

/**
 * {@code f:i(pre*)}: as a prefix filter, case ignored code point by code point.
 *
 * @param field where
 * @param prefix as written; empty matches every value
 */
public record FilterAnyCasePrefix(FieldPattern field, String prefix) implements FieldFilter {
    @Override
    public ColumnPredicate predicate() {
        return new AnyCasePredicate(new PrefixPredicate(CaseFolding.lower(Utf8.bytes(prefix))));
    }

    @Override
    public String toString() {
        return field.filterPrefix() + "i(" + (prefix.isEmpty() ? "" : Names.quoteIfNeeded(prefix)) + "*)";
    }
}
