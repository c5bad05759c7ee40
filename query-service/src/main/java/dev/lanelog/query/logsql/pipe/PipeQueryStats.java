package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;

/**
 * {@code query_stats}: what the query read and how long it took, instead of its rows.
 */
public record PipeQueryStats() implements Pipe {
    @Override
    public void updateNeededFields(FieldSet needed) {
        needed.add(FieldPattern.ALL);
    }

    @Override
    public String toString() {
        return "query_stats";
    }
}
