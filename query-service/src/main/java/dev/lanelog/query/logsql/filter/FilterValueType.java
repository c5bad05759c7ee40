package dev.lanelog.query.logsql.filter;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;

/**
 * {@code f:value_type(x)}: rows whose field is stored in a given way; depends on the storage.
 *
 * @param field where
 * @param type name of the way
 */
public record FilterValueType(FieldPattern field, String type) implements Filter {
    @Override
    public void addNeededFields(FieldSet needed) {
        needed.add(field);
    }

    @Override
    public String toString() {
        return field.filterPrefix() + "value_type(" + Names.quoteIfNeeded(type) + ")";
    }
}
