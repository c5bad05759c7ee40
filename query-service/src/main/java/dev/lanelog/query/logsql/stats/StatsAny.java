package dev.lanelog.query.logsql.stats;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;

/**
 * Any one non-empty value of the field.
 *
 * @param field name
 */
public record StatsAny(String field) implements StatsFunction {
    @Override
    public void addNeededFields(FieldSet needed) {
        needed.add(field);
    }

    @Override
    public String toString() {
        return "any(" + Names.quoteIfNeeded(field) + ")";
    }
}
