package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.Utf8;

/**
 * {@code f:i(phrase)}: as a word filter, case ignored code point by code point.
 *
 * @param field where
 * @param phrase as written
 */
public record FilterAnyCaseWord(FieldPattern field, String phrase) implements FieldFilter {
    @Override
    public ColumnPredicate predicate() {
        return new AnyCasePredicate(new PhrasePredicate(CaseFolding.lower(Utf8.bytes(phrase))));
    }

    @Override
    public String toString() {
        return field.filterPrefix() + "i(" + Names.quoteIfNeeded(phrase) + ")";
    }
}
