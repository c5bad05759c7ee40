package dev.lanelog.query.logsql.stats;

import dev.lanelog.query.logsql.ast.FieldSet;

/** Number of rows per second of the selected time range. */
public record StatsRate() implements StatsFunction {
    @Override
    public void addNeededFields(FieldSet needed) {
        // Rows are counted, not read.
    }

    @Override
    public String toString() {
        return "rate()";
    }
}
