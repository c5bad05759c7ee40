package dev.lanelog.query.logsql.stats;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import java.util.List;

/**
 * Number of distinct combinations of the values of the fields; rows where all are empty are not counted.
 *
 * @param fields at least one name
 * @param limit the count stops here, 0 for never
 */
public record StatsCountUniq(List<String> fields, long limit) implements StatsFunction {
    public StatsCountUniq {
        fields = List.copyOf(fields);
    }

    @Override
    public void addNeededFields(FieldSet needed) {
        needed.addNames(fields);
    }

    @Override
    public String toString() {
        return "count_uniq(" + Names.joinNames(fields) + ")" + (limit > 0 ? " limit " + limit : "");
    }
}
