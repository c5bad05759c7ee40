package dev.lanelog.query.logsql.stats;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;

/**
 * Numbers of the field counted in logarithmic buckets, as a JSON array of {@code vmrange} and {@code hits}.
 *
 * @param field name
 */
public record StatsHistogram(String field) implements StatsFunction {
    @Override
    public void addNeededFields(FieldSet needed) {
        needed.add(field);
    }

    @Override
    public String toString() {
        return "histogram(" + Names.quoteIfNeeded(field) + ")";
    }
}
