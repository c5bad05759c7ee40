package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Names;
import java.util.List;

/**
 * {@code f:seq(a, b)}: values in which the phrases are found one behind the other.
 *
 * @param field where
 * @param phrases empty phrases are found everywhere
 */
public record FilterSequence(FieldPattern field, List<String> phrases) implements FieldFilter {
    public FilterSequence {
        phrases = List.copyOf(phrases);
    }

    @Override
    public ColumnPredicate predicate() {
        return new SequencePredicate(phrases);
    }

    @Override
    public String toString() {
        return field.filterPrefix() + "seq(" + Names.joinValues(phrases) + ")";
    }
}
