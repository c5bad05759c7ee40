package dev.lanelog.query.logsql.filter;

import dev.lanelog.query.logsql.ast.FieldSet;
import java.util.List;

/**
 * {@code a b}: rows that match all of the filters.
 *
 * @param filters at least one
 */
public record FilterAnd(List<Filter> filters) implements Filter {
    public FilterAnd {
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
            sb.append(sb.isEmpty() ? "" : " ");
            sb.append(f instanceof FilterOr ? "(" + f + ")" : f);
        }
        return sb.toString();
    }
}
