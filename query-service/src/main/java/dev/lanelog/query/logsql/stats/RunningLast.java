package dev.lanelog.query.logsql.stats;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;

/**
 * Value of the field in the last row so far, or in the row {@code offset} rows before it.
 *
 * @param field name
 * @param offset rows, 0 or more
 */
public record RunningLast(String field, int offset) implements RunningFunction {
    @Override
    public void addNeededFields(FieldSet needed) {
        needed.add(field);
    }

    @Override
    public String toString() {
        return "last(" + Names.quoteIfNeeded(field) + ")" + (offset > 0 ? " offset " + offset : "");
    }
}
