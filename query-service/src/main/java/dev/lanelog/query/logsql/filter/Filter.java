package dev.lanelog.query.logsql.filter;

import dev.lanelog.query.logsql.ast.FieldSet;

/** Selects rows. {@link #toString()} is its canonical text. */
public sealed interface Filter
        permits FieldFilter,
                FilterAnd,
                FilterDayRange,
                FilterEqField,
                FilterLeField,
                FilterLtField,
                FilterNoop,
                FilterNot,
                FilterOr,
                FilterStreamId,
                FilterTime,
                FilterValueType,
                FilterWeekRange {
    /** Adds the fields the filter looks at. */
    void addNeededFields(FieldSet needed);
}
