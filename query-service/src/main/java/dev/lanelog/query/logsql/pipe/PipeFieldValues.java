package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;

/**
 * {@code field_values f limit N}: distinct values of a field with the number of rows that have them.
 *
 * @param field name
 * @param filter values must contain this; empty for all
 * @param limit most values to return, 0 for all
 */
public record PipeFieldValues(String field, String filter, long limit) implements Pipe {
    @Override
    public void updateNeededFields(FieldSet needed) {
        needed.clear();
        needed.add(field);
    }

    @Override
    public String toString() {
        return "field_values " + Names.quoteIfNeeded(field)
                + (filter.isEmpty() ? "" : " filter " + Names.quoteIfNeeded(filter))
                + (limit > 0 ? " limit " + limit : "");
    }
}
