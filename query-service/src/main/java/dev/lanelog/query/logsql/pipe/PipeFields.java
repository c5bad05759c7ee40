package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import java.util.List;

/**
 * {@code fields a, b.*}: keeps these fields only.
 *
 * @param fields names and prefixes, at least one
 */
public record PipeFields(List<FieldPattern> fields) implements Pipe {
    public PipeFields {
        fields = List.copyOf(fields);
    }

    @Override
    public void updateNeededFields(FieldSet needed) {
        FieldSet before = needed.copy();
        needed.clear();
        for (FieldPattern p : fields) {
            if (before.intersects(p)) {
                needed.add(p);
            }
        }
    }

    @Override
    public String toString() {
        return "fields " + Names.join(fields);
    }
}
