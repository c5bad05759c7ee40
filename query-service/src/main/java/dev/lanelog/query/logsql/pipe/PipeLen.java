package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;

/**
 * {@code len(f) as r}: length of a field in bytes.
 *
 * @param source field that is read
 * @param target field of the result
 */
public record PipeLen(String source, String target) implements Pipe {
    @Override
    public void updateNeededFields(FieldSet needed) {
        if (needed.contains(target)) {
            needed.remove(target);
            needed.add(source);
        }
    }

    @Override
    public String toString() {
        return "len(" + Names.quoteIfNeeded(source) + ")" + PipeText.as(target);
    }
}
