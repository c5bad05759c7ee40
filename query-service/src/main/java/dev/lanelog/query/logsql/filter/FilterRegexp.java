package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Names;

/**
 * {@code f:~"re"}: values in which the regular expression is found.
 *
 * @param field where
 * @param regexp RE2 syntax, checked
 */
public record FilterRegexp(FieldPattern field, String regexp) implements FieldFilter {
    @Override
    public ColumnPredicate predicate() {
        return RegexpPredicate.of(regexp);
    }

    @Override
    public String toString() {
        return field.filterPrefix() + "~" + Names.quoteIfNeeded(regexp);
    }
}
