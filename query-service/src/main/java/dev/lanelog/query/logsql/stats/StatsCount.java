package dev.lanelog.query.logsql.stats;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import java.util.List;

/**
 * Number of rows in which at least one of the fields has a value; {@code count(*)} counts all rows.
 *
 * @param fields names and prefixes; {@code *} alone when none was written
 */
public record StatsCount(List<FieldPattern> fields) implements StatsFunction {
    public StatsCount {
        fields = List.copyOf(fields);
    }

    @Override
    public void addNeededFields(FieldSet needed) {
        if (!FieldPattern.anyIsAll(fields)) {
            needed.addAll(fields);
        }
    }

    @Override
    public String toString() {
        return "count(" + Names.join(fields) + ")";
    }
}
