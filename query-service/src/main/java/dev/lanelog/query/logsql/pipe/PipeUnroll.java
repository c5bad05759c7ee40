package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.filter.Filter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code unroll by (a, b)}: one row per item of JSON arrays.
 *
 * @param fields at least one
 * @param condition rows the pipe works on ({@code if (...)}), the others pass unchanged; null for all
 */
public record PipeUnroll(List<String> fields, @Nullable Filter condition) implements Pipe {
    public PipeUnroll {
        fields = List.copyOf(fields);
    }

    @Override
    public void updateNeededFields(FieldSet needed) {
        if (condition != null) {
            condition.addNeededFields(needed);
        }
        needed.addNames(fields);
    }

    @Override
    public String toString() {
        return "unroll" + PipeText.ifText(condition) + " by (" + Names.joinNames(fields) + ")";
    }
}
