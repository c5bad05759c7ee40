package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;

/** A condition on the value of one field, or of any field with a given prefix. */
public sealed interface FieldFilter extends Filter
        permits FilterAny,
                FilterAnyCasePrefix,
                FilterAnyCaseWord,
                FilterContainsAll,
                FilterContainsAny,
                FilterContainsCommonCase,
                FilterEmpty,
                FilterEqualsCommonCase,
                FilterExact,
                FilterExactPrefix,
                FilterIn,
                FilterIpv4Range,
                FilterIpv6Range,
                FilterJsonArrayContainsAny,
                FilterLenRange,
                FilterPatternMatch,
                FilterPrefix,
                FilterRange,
                FilterRegexp,
                FilterSequence,
                FilterStream,
                FilterStringRange,
                FilterSubstring,
                FilterWord {
    /** The field; with a prefix, a row matches when the value of one of its fields with this prefix does. */
    FieldPattern field();

    /**
     * The condition on a value.
     *
     * @throws IllegalStateException when the filter still has a subquery
     */
    ColumnPredicate predicate();

    @Override
    default void addNeededFields(FieldSet needed) {
        needed.add(field());
    }
}
