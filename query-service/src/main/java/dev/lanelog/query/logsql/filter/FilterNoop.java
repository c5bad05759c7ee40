package dev.lanelog.query.logsql.filter;

import dev.lanelog.query.logsql.ast.FieldSet;

/**
 * {@code *}: all rows.
 */
public record FilterNoop() implements Filter {
    @Override
    public void addNeededFields(FieldSet needed) {
        // Looks at no field.
    }

    @Override
    public String toString() {
        return "*";
    }
}
