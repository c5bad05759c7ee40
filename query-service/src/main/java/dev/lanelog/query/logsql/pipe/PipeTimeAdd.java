package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;

/**
 * {@code time_add 1h at f}: moves a time.
 *
 * @param field field that is changed
 * @param offsetNs nanoseconds, may be negative
 * @param offsetText as written
 */
public record PipeTimeAdd(String field, long offsetNs, String offsetText) implements Pipe {
    @Override
    public void updateNeededFields(FieldSet needed) {
        // Reads no field of its own.
    }

    @Override
    public String toString() {
        return "time_add " + offsetText + (field.equals(Names.TIME) ? "" : " at " + Names.quoteIfNeeded(field));
    }
}
