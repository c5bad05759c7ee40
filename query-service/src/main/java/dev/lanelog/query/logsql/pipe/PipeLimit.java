package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;

/**
 * {@code limit N}: the first N rows that arrive.
 *
 * @param limit rows, 0 or more
 */
public record PipeLimit(long limit) implements Pipe {
    @Override
    public void updateNeededFields(FieldSet needed) {
        // Reads no field of its own.
    }

    @Override
    public String toString() {
        return "limit " + limit;
    }
}
