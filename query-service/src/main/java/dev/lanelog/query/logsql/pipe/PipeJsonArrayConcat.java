package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;

/**
 * {@code json_array_concat "," from f as r}: items of a JSON array with a delimiter between.
 *
 * @param delimiter may be empty
 * @param source field that is read
 * @param target field of the result
 */
public record PipeJsonArrayConcat(String delimiter, String source, String target) implements Pipe {
    @Override
    public void updateNeededFields(FieldSet needed) {
        if (needed.contains(target)) {
            needed.remove(target);
            needed.add(source);
        }
    }

    @Override
    public String toString() {
        return "json_array_concat" + PipeText.delimiter(delimiter) + PipeText.from(source)
                + PipeText.asUnless(target, source);
    }
}
