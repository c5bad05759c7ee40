package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.filter.Filter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code set_stream_fields a, b}: writes {@code _stream} anew from these fields.
 *
 * @param fields names and prefixes, at least one
 * @param condition rows the pipe works on ({@code if (...)}), the others pass unchanged; null for all
 */
public record PipeSetStreamFields(
        List<FieldPattern> fields, @Nullable Filter condition) implements Pipe {
    public PipeSetStreamFields {
        fields = List.copyOf(fields);
    }

    @Override
    public void updateNeededFields(FieldSet needed) {
        if (!needed.contains(Names.STREAM)) {
            return;
        }
        if (condition != null) {
            condition.addNeededFields(needed);
        } else {
            needed.remove(Names.STREAM);
        }
        needed.addAll(fields);
    }

    @Override
    public String toString() {
        return "set_stream_fields" + PipeText.ifText(condition) + " " + Names.join(fields);
    }
}
