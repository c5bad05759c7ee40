package dev.lanelog.query.logsql.ast;

/**
 * One key of an order.
 *
 * @param name field
 * @param descending whether the largest comes first
 */
public record SortField(String name, boolean descending) {
    @Override
    public String toString() {
        return Names.quoteIfNeeded(name) + (descending ? " desc" : "");
    }
}
