package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import java.util.List;

/**
 * {@code coalesce(a, b) default x as r}: the first of the fields that has a value.
 *
 * @param sources names and prefixes, at least one
 * @param defaultValue used when none has a value; may be empty
 * @param target field of the result
 */
public record PipeCoalesce(List<FieldPattern> sources, String defaultValue, String target) implements Pipe {
    public PipeCoalesce {
        sources = List.copyOf(sources);
    }

    @Override
    public void updateNeededFields(FieldSet needed) {
        if (needed.contains(target)) {
            needed.remove(target);
            needed.addAll(sources);
        }
    }

    @Override
    public String toString() {
        return "coalesce(" + Names.join(sources) + ")"
                + (defaultValue.isEmpty() ? "" : " default " + Names.quoteIfNeeded(defaultValue))
                + PipeText.as(target);
    }
}
