package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;

/**
 * {@code json_array_len(f) as r}: number of items of a JSON array; 0 for anything else.
 *
 * @param source field that is read
 * @param target field of the result
 */
public record PipeJsonArrayLen(String source, String target) implements Pipe {
    @Override
    public void updateNeededFields(FieldSet needed) {
        if (needed.contains(target)) {
            needed.remove(target);
            needed.add(source);
        }
    }

    @Override
    public String toString() {
        return "json_array_len(" + Names.quoteIfNeeded(source) + ")" + PipeText.as(target);
    }
}
