package dev.lanelog.query.logsql.stats;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import java.util.List;

/**
 * Sum of the numbers in the fields; NaN without any.
 *
 * @param fields names and prefixes; {@code *} alone when none was written
 */
public record StatsSum(List<FieldPattern> fields) implements StatsFunction {
    public StatsSum {
        fields = List.copyOf(fields);
    }

    @Override
    public void addNeededFields(FieldSet needed) {

        needed.addAll(fields);
    }

    @Override
    public String toString() {
        return "sum(" + Names.join(fields) + ")";
    }
}
