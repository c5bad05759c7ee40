package dev.lanelog.query.logsql.stats;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import java.util.List;

/**
 * Number of rows so far in which at least one of the fields has a value.
 *
 * @param fields names and prefixes; {@code *} alone when none was written
 */
public record RunningCount(List<FieldPattern> fields) implements RunningFunction {
    public RunningCount {
        fields = List.copyOf(fields);
    }

    @Override
    public void addNeededFields(FieldSet needed) {
        needed.addAll(fields);
    }

    @Override
    public String toString() {
        return "count(" + Names.join(fields) + ")";
    }
}
