package dev.lanelog.query.logsql.filter;

import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.Query;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values of {@code in(...)} and the like.
 *
 * @param values the list; empty while {@code query} is there
 * @param query gives the values; null for a written list
 * @param queryField field of the query's rows that gives them; empty without a query
 */
public record InValues(List<String> values, @Nullable Query query, String queryField) {
    public InValues {
        values = List.copyOf(values);
    }

    /** A list. */
    public static InValues of(List<String> values) {
        return new InValues(values, null, "");
    }

    /**
     * The list.
     *
     * @throws IllegalStateException while it is still a query
     */
    public List<String> resolved() {
        if (query != null) {
            throw new IllegalStateException("the subquery was not run: in(" + query + ")");
        }
        return values;
    }

    @Override
    public String toString() {
        return query != null ? query.toString() : Names.joinValues(values);
    }
}
