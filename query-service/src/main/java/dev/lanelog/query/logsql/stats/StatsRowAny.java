package dev.lanelog.query.logsql.stats;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import java.util.List;

/**
 * The fields of any one row as a JSON object.
 *
 * @param fields names and prefixes; {@code *} alone when none was written
 */
public record StatsRowAny(List<FieldPattern> fields) implements StatsFunction {
    public StatsRowAny {
        fields = List.copyOf(fields);
    }

    @Override
    public void addNeededFields(FieldSet needed) {

        needed.addAll(fields);
    }

    @Override
    public String toString() {
        return "row_any(" + Names.join(fields) + ")";
    }
}
