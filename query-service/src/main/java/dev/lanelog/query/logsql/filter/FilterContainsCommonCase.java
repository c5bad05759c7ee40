package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Names;
import java.util.List;

/**
 * {@code f:contains_common_case(a, b)}: as contains_any, for the usual ways to write the phrases in capitals.
 *
 * @param field where
 * @param phrases as written
 */
public record FilterContainsCommonCase(FieldPattern field, List<String> phrases) implements FieldFilter {
    /** A phrase with more capitals than this has too many spellings. */
    public static final int MAX_CAPITALS = 10;

    public FilterContainsCommonCase {
        phrases = List.copyOf(phrases);
    }

    @Override
    public ColumnPredicate predicate() {
        return ContainsPredicate.any(CaseFolding.commonCases(phrases));
    }

    @Override
    public String toString() {
        return field.filterPrefix() + "contains_common_case(" + Names.joinValues(phrases) + ")";
    }
}
