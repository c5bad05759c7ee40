package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;

/**
 * {@code hash(f) as r}: a 64-bit hash of a field.
 *
 * @param source field that is read
 * @param target field of the result
 */
public record PipeHash(String source, String target) implements Pipe {
    @Override
    public void updateNeededFields(FieldSet needed) {
        if (needed.contains(target)) {
            needed.remove(target);
            needed.add(source);
        }
    }

    @Override
    public String toString() {
        return "hash(" + Names.quoteIfNeeded(source) + ")" + PipeText.as(target);
    }
}
