package dev.lanelog.query.logsql.stats;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import java.util.List;

/**
 * As count_uniq, but counts hashes of the values: nearly exact in less memory.
 *
 * @param fields at least one name
 * @param limit the count stops here, 0 for never
 */
public record StatsCountUniqHash(List<String> fields, long limit) implements StatsFunction {
    public StatsCountUniqHash {
        fields = List.copyOf(fields);
    }

    @Override
    public void addNeededFields(FieldSet needed) {
        needed.addNames(fields);
    }

    @Override
    public String toString() {
        return "count_uniq_hash(" + Names.joinNames(fields) + ")" + (limit > 0 ? " limit " + limit : "");
    }
}
