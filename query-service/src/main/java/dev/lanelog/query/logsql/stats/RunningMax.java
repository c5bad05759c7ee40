package dev.lanelog.query.logsql.stats;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import java.util.List;

/**
 * Largest value so far, in natural order.
 *
 * @param fields names and prefixes; {@code *} alone when none was written
 */
public record RunningMax(List<FieldPattern> fields) implements RunningFunction {
    public RunningMax {
        fields = List.copyOf(fields);
    }

    @Override
    public void addNeededFields(FieldSet needed) {
        needed.addAll(fields);
    }

    @Override
    public String toString() {
        return "max(" + Names.join(fields) + ")";
    }
}
