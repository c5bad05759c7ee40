package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.filter.Filter;

/**
 * {@code filter ...}: keeps the rows that match.
 *
 * @param filter condition
 */
public record PipeFilter(Filter filter) implements Pipe {
    @Override
    public void updateNeededFields(FieldSet needed) {
        filter.addNeededFields(needed);
    }

    @Override
    public String toString() {
        return "filter " + filter;
    }
}
