package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;

/**
 * {@code generate_sequence N}: N rows with the numbers from 0, instead of the rows that arrive.
 *
 * @param count rows, at least 1
 */
public record PipeGenerateSequence(long count) implements Pipe {
    @Override
    public void updateNeededFields(FieldSet needed) {
        needed.clear();
    }

    @Override
    public String toString() {
        return "generate_sequence " + count;
    }
}
