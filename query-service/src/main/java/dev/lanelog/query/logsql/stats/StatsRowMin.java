package dev.lanelog.query.logsql.stats;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import java.util.List;

/**
 * Fields of the row where a field is smallest in natural order, as a JSON object.
 *
 * @param source field that is compared
 * @param fields fields that are returned; {@code *} alone when none was written
 */
public record StatsRowMin(String source, List<FieldPattern> fields) implements StatsFunction {
    public StatsRowMin {
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
        return "row_min(" + Names.quoteIfNeeded(source) + rest + ")";
    }
}
