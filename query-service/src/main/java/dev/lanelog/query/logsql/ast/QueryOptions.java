package dev.lanelog.query.logsql.ast;

import dev.lanelog.query.logsql.filter.Filter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code options(...)} in front of a query. A subquery starts from the options of the query around it.
 *
 * @param concurrency most threads to use, 0 for the default
 * @param parallelReaders most concurrent reads, 0 for the default
 * @param ignoreGlobalTimeFilter whether {@code start} and {@code end} of the request do not apply; null when not given
 * @param allowPartialResponse whether a part of the data is enough; null when not given
 * @param timeOffsetNs how far time filters are moved back, and times of selected rows forward
 * @param timeOffsetText as written, or empty
 * @param globalFilter applies to the query and all its subqueries; null when not given
 * @param explicit whether this query wrote {@code options(...)} itself, rather than having it from a query around it
 */
public record QueryOptions(
        long concurrency,
        long parallelReaders,
        @Nullable Boolean ignoreGlobalTimeFilter,
        @Nullable Boolean allowPartialResponse,
        long timeOffsetNs,
        String timeOffsetText,
        @Nullable Filter globalFilter,
        boolean explicit) {
    /** No options. */
    public static final QueryOptions NONE = new QueryOptions(0, 0, null, null, 0, "", null, false);

    /** These options as a subquery has them that writes none itself. */
    public QueryOptions inherited() {
        return new QueryOptions(
                concurrency,
                parallelReaders,
                ignoreGlobalTimeFilter,
                allowPartialResponse,
                timeOffsetNs,
                timeOffsetText,
                globalFilter,
                false);
    }

    /** What the query wrote, or the empty string. */
    @Override
    public String toString() {
        if (!explicit) {
            return "";
        }
        List<String> parts = new ArrayList<>();
        if (concurrency > 0) {
            parts.add("concurrency=" + concurrency);
        }
        if (parallelReaders > 0) {
            parts.add("parallel_readers=" + parallelReaders);
        }
        if (ignoreGlobalTimeFilter != null) {
            parts.add("ignore_global_time_filter=" + ignoreGlobalTimeFilter);
        }
        if (allowPartialResponse != null) {
            parts.add("allow_partial_response=" + allowPartialResponse);
        }
        if (!timeOffsetText.isEmpty()) {
            parts.add("time_offset=" + timeOffsetText);
        }
        if (globalFilter != null) {
            parts.add("global_filter=(" + globalFilter + ")");
        }
        return parts.isEmpty() ? "" : "options(" + String.join(", ", parts) + ")";
    }
}
