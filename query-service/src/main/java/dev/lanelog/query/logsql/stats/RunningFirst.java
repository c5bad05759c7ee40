package dev.lanelog.query.logsql.stats;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;

/**
 * Value of the field in the first row, or in the row {@code offset} rows after it.
 *
 * @param field name
 * @param offset rows, 0 or more
 */
public record RunningFirst(String field, int offset) implements RunningFunction {
    @Override
    public void addNeededFields(FieldSet needed) {
        needed.add(field);
    }

    @Override
    public String toString() {
        return "first(" + Names.quoteIfNeeded(field) + ")" + (offset > 0 ? " offset " + offset : "");
    }
}
