package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;

/**
 * {@code drop_empty_fields}: drops fields without a value, row by row.
 */
public record PipeDropEmptyFields() implements Pipe {
    @Override
    public void updateNeededFields(FieldSet needed) {
        // Reads no field of its own.
    }

    @Override
    public String toString() {
        return "drop_empty_fields";
    }
}
