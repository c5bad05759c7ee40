package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.filter.Filter;
import org.jspecify.annotations.Nullable;

/**
 * {@code collapse_nums at f prettify}: replaces numbers in a field by {@code <N>}.
 *
 * @param field field that is changed
 * @param prettify whether well-known groups of numbers become {@code <UUID>}, {@code <IP4>}, {@code <TIME>}, {@code <DATE>}, {@code <DATETIME>}
 * @param condition rows the pipe works on ({@code if (...)}), the others pass unchanged; null for all
 */
public record PipeCollapseNums(
        String field, boolean prettify, @Nullable Filter condition) implements Pipe {
    @Override
    public void updateNeededFields(FieldSet needed) {
        if (condition != null && needed.contains(field)) {
            condition.addNeededFields(needed);
        }
    }

    @Override
    public String toString() {
        return "collapse_nums" + PipeText.ifText(condition) + PipeText.at(field) + (prettify ? " prettify" : "");
    }
}
