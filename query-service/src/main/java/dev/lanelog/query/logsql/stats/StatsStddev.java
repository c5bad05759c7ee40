package dev.lanelog.query.logsql.stats;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import java.util.List;

/**
 * Population standard deviation of the numbers in the fields.
 *
 * @param fields names and prefixes; {@code *} alone when none was written
 */
public record StatsStddev(List<FieldPattern> fields) implements StatsFunction {
    public StatsStddev {
        fields = List.copyOf(fields);
    }

    @Override
    public void addNeededFields(FieldSet needed) {

        needed.addAll(fields);
    }

    @Override
    public String toString() {
        return "stddev(" + Names.join(fields) + ")";
    }
}
