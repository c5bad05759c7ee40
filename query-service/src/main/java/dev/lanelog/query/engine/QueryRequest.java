package dev.lanelog.query.engine;

import dev.lanelog.columnar.group.Tenant;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Query;
import dev.lanelog.query.logsql.filter.Filter;
import java.time.Duration;
import java.util.List;

/**
 * A query and the bounds it runs in.
 *
 * @param query what is asked
 * @param tenant whose rows
 * @param startNs start of the time range, inclusive, nanoseconds since the epoch; {@link Long#MIN_VALUE} for none
 * @param endNs end of the time range, exclusive; {@link Long#MAX_VALUE} for none
 * @param limit most rows to return, 0 for all: the newest, by time, when every pipe leaves {@code _time} alone, else any
 * @param offset rows to skip before {@code limit} counts; only looked at when there is a limit
 * @param extraFilters conditions on the rows of the query and of all its subqueries
 * @param hiddenFields fields that this query must not see, in filters and pipes neither
 * @param timeout longest run
 * @param memoryBudgetBytes most bytes of query state: hash tables, sort buffers, sets
 */
public record QueryRequest(
        Query query,
        Tenant tenant,
        long startNs,
        long endNs,
        long limit,
        long offset,
        List<Filter> extraFilters,
        List<FieldPattern> hiddenFields,
        Duration timeout,
        long memoryBudgetBytes) {
    public QueryRequest {
        extraFilters = List.copyOf(extraFilters);
        hiddenFields = List.copyOf(hiddenFields);
    }

    /** The same bounds for another query over another time range, without a limit: a subquery. */
    public QueryRequest withQuery(Query other, long otherStartNs, long otherEndNs) {
        return new QueryRequest(
                other, tenant, otherStartNs, otherEndNs, 0, 0, extraFilters, hiddenFields, timeout, memoryBudgetBytes);
    }
}
