package dev.lanelog.query.logsql.stats;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import java.util.List;

/**
 * Distinct values of the fields as a JSON array in natural order.
 *
 * @param fields names and prefixes; {@code *} alone when none was written
 * @param limit most values to return, 0 for all
 */
public record StatsUniqValues(List<FieldPattern> fields, long limit) implements StatsFunction {
    public StatsUniqValues {
        fields = List.copyOf(fields);
    }

    @Override
    public void addNeededFields(FieldSet needed) {
        needed.addAll(fields);
    }

    @Override
    public String toString() {
        return "uniq_values(" + Names.join(fields) + ")" + (limit > 0 ? " limit " + limit : "");
    }
}
