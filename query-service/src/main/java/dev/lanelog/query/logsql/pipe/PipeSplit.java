package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;

/**
 * {@code split "," from f as r}: parts of a text as a JSON array.
 *
 * @param separator empty splits into characters
 * @param source field that is read
 * @param target field of the result
 */
public record PipeSplit(String separator, String source, String target) implements Pipe {
    @Override
    public void updateNeededFields(FieldSet needed) {
        if (needed.contains(target)) {
            needed.remove(target);
            needed.add(source);
        }
    }

    @Override
    public String toString() {
        return "split " + Names.quoteIfNeeded(separator) + PipeText.from(source) + PipeText.asUnless(target, source);
    }
}
