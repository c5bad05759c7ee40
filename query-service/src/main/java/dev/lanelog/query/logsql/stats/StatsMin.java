package dev.lanelog.query.logsql.stats;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import java.util.List;

/**
 * Smallest value of the fields in natural order.
 *
 * @param fields names and prefixes; {@code *} alone when none was written
 */
public record StatsMin(List<FieldPattern> fields) implements StatsFunction {
    public StatsMin {
        fields = List.copyOf(fields);
    }

    @Override
    public void addNeededFields(FieldSet needed) {

        needed.addAll(fields);
    }

    @Override
    public String toString() {
        return "min(" + Names.join(fields) + ")";
    }
}
