package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.filter.Filter;
import org.jspecify.annotations.Nullable;

/**
 * {@code extract "ip=<ip> <_>" from f}: fields out of text by a pattern.
 *
 * @param pattern the pattern
 * @param from field that is read
 * @param keepOriginalFields whether a field that has a value stays as it is
 * @param skipEmptyResults whether an empty result leaves the field as it is
 * @param condition rows the pipe works on ({@code if (...)}), the others pass unchanged; null for all
 */
public record PipeExtract(
        Pattern pattern,
        String from,
        boolean keepOriginalFields,
        boolean skipEmptyResults,
        @Nullable Filter condition) implements Pipe {
    @Override
    public void updateNeededFields(FieldSet needed) {
        FieldSet before = needed.copy();
        boolean wanted = false;
        for (String name : pattern.fieldNames()) {
            if (before.contains(name)) {
                wanted = true;
                if (condition == null && !keepOriginalFields && !skipEmptyResults) {
                    needed.remove(name);
                }
            }
        }
        if (wanted) {
            needed.add(from);
            if (condition != null) {
                condition.addNeededFields(needed);
            }
        }
    }

    @Override
    public String toString() {
        return "extract" + PipeText.ifText(condition) + " " + pattern + PipeText.from(from)
                + PipeText.keep(keepOriginalFields, skipEmptyResults);
    }
}
