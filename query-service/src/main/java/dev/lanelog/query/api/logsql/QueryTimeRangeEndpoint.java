package dev.lanelog.query.api.logsql;

import dev.lanelog.query.logsql.ast.Query;
import dev.lanelog.query.logsql.ast.TimeRange;
import dev.lanelog.query.logsql.filter.Filter;
import dev.lanelog.query.logsql.filter.FilterAnd;
import dev.lanelog.query.logsql.filter.FilterTime;
import java.io.IOException;

/**
 * {@code /select/logsql/query_time_range}: the time range that a query's own {@code _time} filters select, or, where it
 * has none, {@code start} and {@code end}. Runs nothing.
 */
final class QueryTimeRangeEndpoint implements SelectEndpoint {
    private final EndpointContext context;

    QueryTimeRangeEndpoint(EndpointContext context) {
        this.context = context;
    }

    @Override
    public String path() {
        return "/select/logsql/query_time_range";
    }

    @Override
    public void handle(SelectRequest request, SelectResponse response) throws IOException {
        Query query = CommonArgs.query(request.args(), context.limits(), context.texts(), request.receivedNs());
        TimeRange range = timeRange(query.filter());
        boolean hasTimeFilter = range.minNs() != Long.MIN_VALUE || range.maxNs() != Long.MAX_VALUE;
        long start = range.minNs() == Long.MIN_VALUE
                ? CommonArgs.time(request, "start", Long.MIN_VALUE, context.limits())
                : range.minNs();
        long end = range.maxNs() == Long.MAX_VALUE
                ? CommonArgs.time(request, "end", Long.MAX_VALUE, context.limits())
                : range.maxNs();
        EndpointContext.answer(
                new JsonWriter()
                        .raw("{\"start\":\"")
                        .raw(CommonArgs.instant(start))
                        .raw("\",\"end\":\"")
                        .raw(CommonArgs.instant(end))
                        .raw("\",\"hasTimeFilter\":")
                        .raw(Boolean.toString(hasTimeFilter))
                        .raw("}"),
                response);
    }

    private static TimeRange timeRange(Filter filter) {
        return switch (filter) {
            case FilterTime time -> time.range();
            case FilterAnd and -> {
                TimeRange range = TimeRange.ALL;
                for (Filter part : and.filters()) {
                    range = range.intersect(timeRange(part));
                }
                yield range;
            }
            default -> TimeRange.ALL;
        };
    }
}
