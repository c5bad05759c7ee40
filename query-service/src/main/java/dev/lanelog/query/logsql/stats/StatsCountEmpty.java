package dev.lanelog.query.logsql.stats;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import java.util.List;

/**
 * Number of rows in which all of the fields are empty or missing.
 *
 * @param fields names and prefixes; {@code *} alone when none was written
 */
public record StatsCountEmpty(List<FieldPattern> fields) implements StatsFunction {
    public StatsCountEmpty {
        fields = List.copyOf(fields);
    }

    @Override
    public void addNeededFields(FieldSet needed) {

        needed.addAll(fields);
    }

    @Override
    public String toString() {
        return "count_empty(" + Names.join(fields) + ")";
    }
}
