package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import java.util.List;

/**
 * {@code delete a, b.*}: drops these fields.
 *
 * @param fields names and prefixes, at least one
 */
public record PipeDelete(List<FieldPattern> fields) implements Pipe {
    public PipeDelete {
        fields = List.copyOf(fields);
    }

    @Override
    public void updateNeededFields(FieldSet needed) {
        for (FieldPattern p : fields) {
            needed.remove(p);
        }
    }

    @Override
    public String toString() {
        return "delete " + Names.join(fields);
    }
}
