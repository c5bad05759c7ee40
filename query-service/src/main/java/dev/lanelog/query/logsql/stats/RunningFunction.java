package dev.lanelog.query.logsql.stats;

import dev.lanelog.query.logsql.ast.FieldSet;

/** A function of {@code running_stats} and {@code total_stats}. {@link #toString()} is the default name of its result. */
public sealed interface RunningFunction
        permits RunningCount, RunningFirst, RunningLast, RunningMax, RunningMin, RunningSum {
    /** Adds the fields the function reads. */
    void addNeededFields(FieldSet needed);
}
