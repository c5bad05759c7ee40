package dev.lanelog.query.logsql.filter;

import dev.lanelog.query.logsql.ast.FieldSet;

/**
 * {@code !a}: rows that do not match.
 *
 * @param filter what must not match
 */
public record FilterNot(Filter filter) implements Filter {
    @Override
    public void addNeededFields(FieldSet needed) {
        filter.addNeededFields(needed);
    }

    @Override
    public String toString() {
        return filter instanceof FilterAnd || filter instanceof FilterOr ? "!(" + filter + ")" : "!" + filter;
    }
}
