package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;

/**
 * {@code block_stats}: one row per stored column of every page, with its encoding and size.
 */
public record PipeBlockStats() implements Pipe {
    @Override
    public void updateNeededFields(FieldSet needed) {
        needed.add(FieldPattern.ALL);
    }

    @Override
    public String toString() {
        return "block_stats";
    }
}
