package dev.lanelog.query.logsql.stats;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import java.util.List;

/**
 * Mean of the numbers in the fields; NaN without any.
 *
 * @param fields names and prefixes; {@code *} alone when none was written
 */
public record StatsAvg(List<FieldPattern> fields) implements StatsFunction {
    public StatsAvg {
        fields = List.copyOf(fields);
    }

    @Override
    public void addNeededFields(FieldSet needed) {

        needed.addAll(fields);
    }

    @Override
    public String toString() {
        return "avg(" + Names.join(fields) + ")";
    }
}
