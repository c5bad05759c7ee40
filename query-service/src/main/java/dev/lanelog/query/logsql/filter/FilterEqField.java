package dev.lanelog.query.logsql.filter;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;

/**
 * {@code a:eq_field(b)}: rows in which both fields have the same value; missing is the same as empty.
 *
 * @param field where
 * @param other the other field
 */
public record FilterEqField(FieldPattern field, String other) implements Filter {
    @Override
    public void addNeededFields(FieldSet needed) {
        needed.add(field);
        needed.add(other);
    }

    @Override
    public String toString() {
        return field.filterPrefix() + "eq_field(" + Names.quoteIfNeeded(other) + ")";
    }
}
