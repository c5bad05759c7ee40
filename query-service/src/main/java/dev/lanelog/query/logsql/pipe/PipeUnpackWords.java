package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;

/**
 * {@code unpack_words from f as r}: words of a text as a JSON array.
 *
 * @param source field that is read
 * @param target field of the result
 * @param dropDuplicates whether every word is listed once
 */
public record PipeUnpackWords(String source, String target, boolean dropDuplicates) implements Pipe {
    @Override
    public void updateNeededFields(FieldSet needed) {
        if (needed.contains(target)) {
            needed.remove(target);
            needed.add(source);
        }
    }

    @Override
    public String toString() {
        return "unpack_words" + PipeText.from(source) + PipeText.asUnless(target, source)
                + (dropDuplicates ? " drop_duplicates" : "");
    }
}
