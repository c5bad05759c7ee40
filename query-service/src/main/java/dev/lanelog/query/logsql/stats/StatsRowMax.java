package dev.lanelog.query.logsql.stats;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import java.util.List;

/**
 * Fields of the row where a field is largest in natural order, as a JSON object.
 *
 * @param source field that is compared
 * @param fields fields that are returned; {@code *} alone when none was written
 */
public record StatsRowMax(String source, List<FieldPattern> fields) implements StatsFunction {
    public StatsRowMax {
        fields = List.copyOf(fields);
    }

    @Override
    public void addNeededFields(FieldSet needed) {
        needed.addAll(fields);
        needed.add(source);
    }

    @Override
    public String toString() {
        String rest = FieldPattern.anyIsAll(fields) ? "" : ", " + Names.join(fields);
        return "row_max(" + Names.quoteIfNeeded(source) + rest + ")";
    }
}
