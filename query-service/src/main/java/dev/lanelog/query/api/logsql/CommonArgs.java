package dev.lanelog.query.api.logsql;

import dev.lanelog.columnar.group.Tenant;
import dev.lanelog.query.engine.QueryRequest;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Query;
import dev.lanelog.query.logsql.ast.TimeRange;
import dev.lanelog.query.logsql.filter.Filter;
import dev.lanelog.query.logsql.filter.Filters;
import dev.lanelog.query.logsql.format.DurationText;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * The arguments that all query endpoints take.
 *
 * @param tenant whose rows
 * @param query the parsed {@code query}
 * @param startNs start of the time range, inclusive; {@link Long#MIN_VALUE} when not given
 * @param endNs end of it, exclusive; {@link Long#MAX_VALUE} when not given
 * @param timeNs the moment the query is evaluated at
 * @param extraFilters conditions on all rows, those of subqueries too
 * @param hiddenFields fields that the query must not see
 * @param timeout longest run
 * @param allowPartial whether rows that can't be read may be left out
 */
record CommonArgs(
        Tenant tenant,
        Query query,
        long startNs,
        long endNs,
        long timeNs,
        List<Filter> extraFilters,
        List<FieldPattern> hiddenFields,
        Duration timeout,
        boolean allowPartial) {

    /**
     * Reads them in the order in which VictoriaLogs finds fault with them.
     *
     * @throws ApiException 400, naming the argument
     */
    static CommonArgs of(SelectRequest request, ApiLimits limits, QueryTexts texts) {
        return of(request, limits, texts, false);
    }

    /** As {@link #of}, for a tail, which reads only what is new and so has no bound on its time range. */
    static CommonArgs ofTail(SelectRequest request, ApiLimits limits, QueryTexts texts) {
        return of(request, limits, texts, true);
    }

    private static CommonArgs of(SelectRequest request, ApiLimits limits, QueryTexts texts, boolean tail) {
        RequestArgs args = request.args();
        final Duration timeout = timeout(args, limits);
        final Tenant tenant = request.tenant();
        long start = time(request, "start", Long.MIN_VALUE, limits);
        long end = time(request, "end", Long.MAX_VALUE, limits);
        // An end is the first moment that is out; a query without `time` is evaluated at the last one that is in.
        long lastNs = end == Long.MAX_VALUE ? request.receivedNs() : end - (end == Long.MIN_VALUE ? 0 : 1);
        final long timeNs = time(request, "time", lastNs, limits);
        Query query = query(args, limits, texts, timeNs);
        if (args.flag("ignore_pipes", false)) {
            query = query.withPipes(List.of());
        }
        if (!args.get("step").isEmpty() && (start != Long.MIN_VALUE || end != Long.MAX_VALUE)) {
            OptionalLong step = args.durationNs("step");
            if (step.isPresent() && step.getAsLong() > 0) {
                long offset = args.durationNs("offset").orElse(0);
                start = TimeBuckets.floor(start, step.getAsLong(), offset);
                end = TimeBuckets.ceil(end, step.getAsLong(), offset);
            }
        }
        List<Filter> extraFilters = ExtraFilters.of(args, text -> texts.filter(text, timeNs));
        if (!tail) {
            checkTimeRange(query, extraFilters, start, end, limits);
        }
        Boolean optionPartial = query.options().allowPartialResponse();
        boolean allowPartial =
                args.flag("allow_partial_response", optionPartial == null ? limits.allowPartial() : optionPartial);
        return new CommonArgs(
                tenant, query, start, end, timeNs, extraFilters, hiddenFields(args), timeout, allowPartial);
    }

    private static Duration timeout(RequestArgs args, ApiLimits limits) {
        String text = args.get("timeout");
        if (text.isEmpty()) {
            return limits.queryDuration();
        }
        OptionalLong ns = Durations.parse(text);
        if (ns.isEmpty()) {
            throw ApiException.badRequest("cannot parse duration at 'timeout=" + text + "' arg");
        }
        return ns.getAsLong() <= 0 || ns.getAsLong() > limits.queryDuration().toNanos()
                ? limits.queryDuration()
                : Duration.ofNanos(ns.getAsLong());
    }

    static long time(SelectRequest request, String name, long otherwise, ApiLimits limits) {
        String text = request.args().get(name);
        return text.isEmpty() ? otherwise : TimeArgument.parse(name, text, request.receivedNs(), limits.zone());
    }

    static Query query(RequestArgs args, ApiLimits limits, QueryTexts texts, long timeNs) {
        String text = args.get("query");
        if (text.isEmpty()) {
            throw ApiException.badRequest("`query` arg cannot be empty");
        }
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > limits.queryLength()) {
            throw ApiException.badRequest("the `query` arg length cannot exceed " + limits.queryLength()
                    + " bytes (lanelog.query.limits.query-length); the current query length is " + bytes + " bytes");
        }
        return texts.query(text, timeNs);
    }

    /** Names and prefixes with an asterisk, comma-separated or as a JSON array. */
    private static List<FieldPattern> hiddenFields(RequestArgs args) {
        String text = args.get("hidden_fields_filters");
        if (text.isEmpty()) {
            return List.of();
        }
        List<String> names = new ArrayList<>();
        if (text.startsWith("[")) {
            Object parsed;
            try {
                parsed = JsonReader.read(text);
            } catch (ApiException e) {
                throw new ApiException(
                        400,
                        "cannot unmarshal JSON array from hidden_fields_filters=" + GoSyntax.quote(text) + ": "
                                + e.text(),
                        e);
            }
            // It begins with a bracket, so it was read as a list.
            for (Object item : parsed instanceof List<?> list ? list : List.of()) {
                if (!(item instanceof String name)) {
                    throw ApiException.badRequest("cannot unmarshal JSON array from hidden_fields_filters="
                            + GoSyntax.quote(text) + ": only strings are names of fields");
                }
                names.add(name);
            }
        } else {
            names.addAll(Arrays.asList(text.split(",", -1)));
        }
        return names.stream().map(FieldPattern::of).toList();
    }

    private static void checkTimeRange(
            Query query, List<Filter> extraFilters, long startNs, long endNs, ApiLimits limits) {
        if (limits.queryTimeRange().isZero()) {
            return;
        }
        TimeRange range = selectedRange(query, extraFilters, startNs, endNs);
        if (range.isEmpty()) {
            return;
        }
        long length = range.maxNs() - range.minNs();
        if (length < 0 || length > limits.queryTimeRange().toNanos()) {
            throw ApiException.badRequest("too big time range selected: [" + instant(range.minNs()) + ", "
                    + instant(range.maxNs()) + "]; it cannot exceed "
                    + DurationText.format(limits.queryTimeRange().toNanos())
                    + " (lanelog.query.limits.query-time-range); narrow it with start and end or a _time filter");
        }
    }

    /** The range of times that arguments and filters leave, both ends inclusive. */
    static TimeRange selectedRange(Query query, List<Filter> extraFilters, long startNs, long endNs) {
        TimeRange range = Filters.timeRange(query.filter());
        for (Filter filter : extraFilters) {
            range = range.intersect(Filters.timeRange(filter));
        }
        if (!Boolean.TRUE.equals(query.options().ignoreGlobalTimeFilter())) {
            range = range.intersect(new TimeRange(startNs, endNs == Long.MAX_VALUE ? endNs : endNs - 1));
        }
        return range;
    }

    /** RFC 3339 in UTC, with as many digits behind the second as are needed. */
    static String instant(long ns) {
        long nanos = Math.floorMod(ns, 1_000_000_000L);
        String seconds =
                Instant.ofEpochSecond(Math.floorDiv(ns, 1_000_000_000L)).toString();
        if (nanos == 0) {
            return seconds;
        }
        String digits = String.format(Locale.ROOT, "%09d", nanos);
        int end = digits.length();
        while (digits.charAt(end - 1) == '0') {
            end--;
        }
        return seconds.substring(0, seconds.length() - 1) + '.' + digits.substring(0, end) + 'Z';
    }

    CommonArgs withQuery(Query other) {
        return new CommonArgs(tenant, other, startNs, endNs, timeNs, extraFilters, hiddenFields, timeout, allowPartial);
    }

    CommonArgs withRange(long otherStartNs, long otherEndNs) {
        return new CommonArgs(
                tenant, query, otherStartNs, otherEndNs, timeNs, extraFilters, hiddenFields, timeout, allowPartial);
    }

    /** Says whose rows these are and how long it took to find the first. */
    void describe(SelectRequest request, SelectResponse response) {
        response.header(
                "VL-Request-Duration-Seconds",
                String.format(Locale.ROOT, "%.3f", (System.nanoTime() - request.startedNs()) / 1e9));
        response.header("AccountID", Integer.toUnsignedString(tenant.accountId()));
        response.header("ProjectID", Integer.toUnsignedString(tenant.projectId()));
        response.header("Access-Control-Expose-Headers", "Vl-Request-Duration-Seconds, Accountid, Projectid");
    }

    /** The call of the engine that these arguments ask for. */
    EngineCall call(SelectRequest request, ApiLimits limits, long limit, long offset) {
        return new EngineCall(
                new QueryRequest(
                        query,
                        tenant,
                        startNs,
                        endNs,
                        limit,
                        offset,
                        extraFilters,
                        hiddenFields,
                        timeout,
                        limits.queryMemoryBytes()),
                allowPartial,
                request.cancellation());
    }
}
