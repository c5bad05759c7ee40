package dev.lanelog.query.engine.filter;

import dev.lanelog.query.engine.MemoryBudget;
import dev.lanelog.query.engine.QueryRequest;
import dev.lanelog.query.engine.QueryRun;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.engine.stats.KeyTable;
import dev.lanelog.query.logsql.ast.Query;
import dev.lanelog.query.logsql.ast.Utf8;
import dev.lanelog.query.logsql.filter.Filter;
import dev.lanelog.query.logsql.filter.Filters;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Subqueries in filters: run first, and replaced by the values they give. */
public final class SubqueryFilters {
    private SubqueryFilters() {}

    /** The filter with its subqueries' values; runs each subquery, so only on a query's driver. */
    public static Filter resolve(Filter filter, QueryRun run) throws IOException {
        return Filters.hasSubquery(filter)
                ? Filters.resolve(filter, (query, field) -> values(query, field, run))
                : filter;
    }

    /**
     * The condition of a pipe, ready to run. Its subqueries are run for the first instance of the pipe, which is made on
     * the driver, and shared with the others.
     */
    public static RowFilter condition(Filter filter, QueryRun run) throws IOException {
        return RowFilter.of(
                Filters.hasSubquery(filter) ? run.shared(filter, Filter.class, () -> resolve(filter, run)) : filter);
    }

    /** The distinct values that a subquery gives, within the memory budget. */
    private static List<String> values(Query query, String field, QueryRun run) throws IOException {
        QueryRequest request = run.request();
        KeyTable values = new KeyTable();
        ValueRef ref = new ValueRef();
        try (MemoryBudget.Account memory = run.memory().account("the subquery of a filter")) {
            run.subqueries().run(run, request.withQuery(query, request.startNs(), request.endNs()), batch -> {
                ColumnVector column = batch.column(field);
                for (int row = 0; row < batch.rows(); row++) {
                    column.get(row, ref);
                    values.add(ref.buf, ref.off, ref.len);
                }
                memory.use(values.heapBytes());
            });
            List<String> list = new ArrayList<>(values.size());
            for (int i = 0; i < values.size(); i++) {
                list.add(Utf8.string(values.arena(), values.offset(i), values.length(i)));
            }
            return list;
        }
    }
}
