package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import java.util.List;

/**
 * {@code pack_logfmt fields (a, b.*) as r}: fields as one text.
 *
 * @param fields names and prefixes; empty for all fields
 * @param target field of the result
 */
public record PipePackLogfmt(List<FieldPattern> fields, String target) implements Pipe {
    public PipePackLogfmt {
        fields = List.copyOf(fields);
    }

    @Override
    public void updateNeededFields(FieldSet needed) {
        if (needed.contains(target)) {
            needed.remove(target);
            if (fields.isEmpty()) {
                needed.add(FieldPattern.ALL);
            }
            needed.addAll(fields);
        }
    }

    @Override
    public String toString() {
        return "pack_logfmt" + (fields.isEmpty() ? "" : " fields (" + Names.join(fields) + ")") + PipeText.as(target);
    }
}
