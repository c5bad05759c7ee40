package dev.lanelog.query.logsql.stats;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.SortField;
import java.util.List;

/**
 * The rows as a JSON array of objects.
 *
 * @param fields fields of the objects; {@code *} alone when none was written
 * @param sort order of the array; empty for any order
 * @param limit most objects to return, 0 for all
 */
public record StatsJsonValues(List<FieldPattern> fields, List<SortField> sort, long limit) implements StatsFunction {
    public StatsJsonValues {
        fields = List.copyOf(fields);
        sort = List.copyOf(sort);
    }

    @Override
    public void addNeededFields(FieldSet needed) {
        needed.addAll(fields);
        for (SortField key : sort) {
            needed.add(key.name());
        }
    }

    @Override
    public String toString() {
        String s = "json_values(" + Names.join(fields) + ")";
        if (!sort.isEmpty()) {
            s += " sort by (" + Names.join(sort) + ")";
        }
        return limit > 0 ? s + " limit " + limit : s;
    }
}
