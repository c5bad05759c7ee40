package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;

/**
 * {@code sample N}: one row of N, at random.
 *
 * @param sample at least 1
 */
public record PipeSample(long sample) implements Pipe {
    @Override
    public void updateNeededFields(FieldSet needed) {
        // Reads no field of its own.
    }

    @Override
    public String toString() {
        return "sample " + sample;
    }
}
