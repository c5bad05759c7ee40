package dev.lanelog.query.logsql.filter;

import dev.lanelog.query.logsql.ast.FieldSet;
import java.util.List;

/**
 * {@code a or b}: rows that match one of the filters.
 *
 * @param filters at least one
 */
public record FilterOr(List<Filter> filters) implements Filter {
    public FilterOr {
        filters = List.copyOf(filters);
    }

    @Override
    public void addNeededFields(FieldSet needed) {
        for (Filter f : filters) {
            f.addNeededFields(needed);
        }
    }

    @Override
    public String toString() {
        StringBuilder sb = new StringBuilder();
        for (Filter f : filters) {
            sb.append(sb.isEmpty() ? "" : " or ").append(f);
        }
        return sb.toString();
    }
}
