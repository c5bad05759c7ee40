package dev.lanelog.query.logsql.stats;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import java.util.List;

/**
 * A quantile of the values of the fields in natural order.
 *
 * @param phi in [0, 1]
 * @param phiText as written
 * @param fields names and prefixes; {@code *} alone when none was written
 */
public record StatsQuantile(double phi, String phiText, List<FieldPattern> fields) implements StatsFunction {
    public StatsQuantile {
        fields = List.copyOf(fields);
    }

    @Override
    public void addNeededFields(FieldSet needed) {
        needed.addAll(fields);
    }

    @Override
    public String toString() {
        String rest = FieldPattern.anyIsAll(fields) ? "" : ", " + Names.join(fields);
        return "quantile(" + phiText + rest + ")";
    }
}
