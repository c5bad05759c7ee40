package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Names;
import java.util.List;

/**
 * {@code f:equals_common_case(a, b)}: as in, for the usual ways to write the values in capitals.
 *
 * @param field where
 * @param phrases as written
 */
public record FilterEqualsCommonCase(FieldPattern field, List<String> phrases) implements FieldFilter {
    public FilterEqualsCommonCase {
        phrases = List.copyOf(phrases);
    }

    @Override
    public ColumnPredicate predicate() {
        return AnyOfPredicate.of(CaseFolding.commonCases(phrases));
    }

    @Override
    public String toString() {
        return field.filterPrefix() + "equals_common_case(" + Names.joinValues(phrases) + ")";
    }
}
