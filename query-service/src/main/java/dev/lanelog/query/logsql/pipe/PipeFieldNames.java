package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;

/**
 * {@code field_names}: names of the fields with the number of rows that have them.
 *
 * @param resultName field that gets the name
 * @param filter names must contain this; empty for all
 */
public record PipeFieldNames(String resultName, String filter) implements Pipe {
    @Override
    public void updateNeededFields(FieldSet needed) {
        needed.add(FieldPattern.ALL);
    }

    @Override
    public String toString() {
        return "field_names" + (filter.isEmpty() ? "" : " filter " + Names.quoteIfNeeded(filter))
                + (resultName.equals("name") ? "" : " as " + Names.quoteIfNeeded(resultName));
    }
}
