package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.filter.Filter;
import org.jspecify.annotations.Nullable;

/**
 * {@code format "<a>: <q:b>" as r}: text out of fields.
 *
 * @param pattern text and fields
 * @param target field of the result
 * @param keepOriginalFields whether a field that has a value stays as it is
 * @param skipEmptyResults whether an empty result leaves the field as it is
 * @param condition rows the pipe works on ({@code if (...)}), the others pass unchanged; null for all
 */
public record PipeFormat(
        Pattern pattern,
        String target,
        boolean keepOriginalFields,
        boolean skipEmptyResults,
        @Nullable Filter condition)
        implements Pipe {
    @Override
    public void updateNeededFields(FieldSet needed) {
        if (!needed.contains(target)) {
            return;
        }
        if (condition != null) {
            condition.addNeededFields(needed);
        } else if (!keepOriginalFields && !skipEmptyResults) {
            needed.remove(target);
        }
        needed.addNames(pattern.fieldNames());
    }

    @Override
    public String toString() {
        return "format" + PipeText.ifText(condition) + " " + pattern + PipeText.as(target)
                + PipeText.keep(keepOriginalFields, skipEmptyResults);
    }
}
