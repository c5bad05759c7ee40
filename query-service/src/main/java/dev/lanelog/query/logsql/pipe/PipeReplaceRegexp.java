package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.filter.Filter;
import org.jspecify.annotations.Nullable;

/**
 * {@code replace_regexp (a, b) at f limit N}: replaces text in a field.
 *
 * @param field field that is changed
 * @param regexp RE2 syntax, checked
 * @param replacement text put in its place; {@code $1} and {@code ${name}} are groups
 * @param limit most replacements per value, 0 for all
 * @param condition rows the pipe works on ({@code if (...)}), the others pass unchanged; null for all
 */
public record PipeReplaceRegexp(
        String field,
        String regexp,
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
        return "replace_regexp" + PipeText.ifText(condition) + " (" + Names.quoteIfNeeded(regexp) + ", "
                + Names.quoteIfNeeded(replacement) + ")" + PipeText.at(field)
                + (limit > 0 ? " limit " + limit : "");
    }
}
