package dev.lanelog.query.logsql.stats;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;

/**
 * Value of one field in the row where another field is largest in natural order.
 *
 * @param source field that is compared
 * @param field field that is returned
 */
public record StatsFieldMax(String source, String field) implements StatsFunction {
    @Override
    public void addNeededFields(FieldSet needed) {
        needed.add(source);
        needed.add(field);
    }

    @Override
    public String toString() {
        return "field_max(" + Names.quoteIfNeeded(source) + ", " + Names.quoteIfNeeded(field) + ")";
    }
}
