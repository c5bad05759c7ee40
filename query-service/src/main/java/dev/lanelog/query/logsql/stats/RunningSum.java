package dev.lanelog.query.logsql.stats;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import java.util.List;

/**
 * Sum of the numbers so far.
 *
 * @param fields names and prefixes; {@code *} alone when none was written
 */
public record RunningSum(List<FieldPattern> fields) implements RunningFunction {
    public RunningSum {
        fields = List.copyOf(fields);
    }

    @Override
    public void addNeededFields(FieldSet needed) {
        needed.addAll(fields);
    }

    @Override
    public String toString() {
        return "sum(" + Names.join(fields) + ")";
    }
}
