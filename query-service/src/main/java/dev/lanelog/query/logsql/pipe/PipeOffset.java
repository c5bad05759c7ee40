package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;

/**
 * {@code offset N}: drops the first N rows that arrive.
 *
 * @param offset rows, 0 or more
 */
public record PipeOffset(long offset) implements Pipe {
    @Override
    public void updateNeededFields(FieldSet needed) {
        // Reads no field of its own.
    }

    @Override
    public String toString() {
        return "offset " + offset;
    }
}
