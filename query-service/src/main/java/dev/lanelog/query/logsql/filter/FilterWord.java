package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.Utf8;

/**
 * {@code f:word}, {@code f:"some words"}: values that contain the phrase, with no word character next to a word character at its ends.
 *
 * @param field where
 * @param phrase not empty
 */
public record FilterWord(FieldPattern field, String phrase) implements FieldFilter {
    @Override
    public ColumnPredicate predicate() {
        return new PhrasePredicate(Utf8.bytes(phrase));
    }

    @Override
    public String toString() {
        return field.filterPrefix() + Names.quoteIfNeeded(phrase);
    }
}
