package dev.lanelog.query.logsql.stats;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import java.util.List;

/**
 * Sum of the lengths of the values in bytes.
 *
 * @param fields names and prefixes; {@code *} alone when none was written
 */
public record StatsSumLen(List<FieldPattern> fields) implements StatsFunction {
    public StatsSumLen {
        fields = List.copyOf(fields);
    }

    @Override
    public void addNeededFields(FieldSet needed) {

        needed.addAll(fields);
    }

    @Override
    public String toString() {
        return "sum_len(" + Names.join(fields) + ")";
    }
}
