package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;

/**
 * {@code decolorize f}: drops ANSI colour sequences from a field.
 *
 * @param field field that is changed
 */
public record PipeDecolorize(String field) implements Pipe {
    @Override
    public void updateNeededFields(FieldSet needed) {
        // Reads no field of its own.
    }

    @Override
    public String toString() {
        return "decolorize" + (field.equals(Names.MSG) ? "" : " " + Names.quoteIfNeeded(field));
    }
}
