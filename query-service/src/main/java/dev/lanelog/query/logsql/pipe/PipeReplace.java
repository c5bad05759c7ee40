package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.filter.Filter;
import org.jspecify.annotations.Nullable;

/**
 * {@code replace (a, b) at f limit N}: replaces text in a field.
 *
 * @param field field that is changed
 * @param oldText text to look for; empty changes nothing
 * @param replacement text put in its place
 * @param limit most replacements per value, 0 for all
 * @param condition rows the pipe works on ({@code if (...)}), the others pass unchanged; null for all
 */
public record PipeReplace(
        String field,
        String oldText,
        String replacement,
        long limit,
        @Nullable Filter condition) implements Pipe {
    @Override
    public void updateNeededFields(FieldSet needed) {
        if (condition != null && needed.contains(field)) {
            condition.addNeededFields(needed);
        }
    }

    @Override
    public String toString() {
        return "replace" + PipeText.ifText(condition) + " (" + Names.quoteIfNeeded(oldText) + ", "
                + Names.quoteIfNeeded(replacement) + ")" + PipeText.at(field)
                + (limit > 0 ? " limit " + limit : "");
    }
}
