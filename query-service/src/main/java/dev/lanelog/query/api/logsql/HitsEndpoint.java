package dev.lanelog.query.api.logsql;

import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.Query;
import dev.lanelog.query.logsql.format.DurationText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code /select/logsql/hits}: how many rows there are in each {@code step} of time, as one series for each combination
 * of the values of {@code field} (which may be given several times). {@code fields_limit} keeps the series with most rows
 * and adds the others up. Buckets begin at multiples of the step since the epoch, moved by {@code offset}; all buckets of
 * the asked range are listed.
 */
final class HitsEndpoint implements SelectEndpoint {
    /** Points of all series of an answer; more would not be looked at, and take the memory of one query. */
    private static final long MAX_POINTS = 1_000_000;

    private final EndpointContext context;

    HitsEndpoint(EndpointContext context) {
        this.context = context;
    }

    @Override
    public String path() {
        return "/select/logsql/hits";
    }

    private static final class Series {
        final TreeMap<Long, Long> hits = new TreeMap<>();
        long total;

        void add(long bucketNs, long count) {
            hits.merge(bucketNs, count, Long::sum);
            total += count;
        }
    }

    @Override
    public void handle(SelectRequest request, SelectResponse response) throws IOException, InterruptedException {
        CommonArgs args = context.args(request);
        long step = Durations.argument(request.args(), "step", "");
        if (step <= 0) {
            throw ApiException.badRequest("'step' must be bigger than zero");
        }
        long offset = Durations.argument(request.args(), "offset", "0s");
        List<String> fields =
                request.args().all("field").stream().map(Names::canonical).toList();
        long fieldsLimit = request.args().count("fields_limit");
        Map<String, Series> series = count(args, step, offset, fields, request, response);
        Map<String, Series> top = top(series, fieldsLimit);
        fillZeros(top, args, step, offset);
        EndpointContext.answer(args, toJson(top), request, response);
    }

    private Map<String, Series> count(
            CommonArgs args,
            long step,
            long offset,
            List<String> fields,
            SelectRequest request,
            SelectResponse response)
            throws IOException, InterruptedException {
        String countName = Names.uniqueResultName("hits", fields);
        StringBuilder by = new StringBuilder("_time:").append(DurationText.format(step));
        if (offset != 0) {
            by.append(" offset ").append(DurationText.format(offset));
        }
        fields.forEach(field -> by.append(", ").append(Names.quoteIfNeeded(field)));
        Query counting = context.texts()
                .append(
                        PipeTraits.upToTimeLoss(args.query()),
                        "stats by (" + by + ") count() as " + Names.quoteIfNeeded(countName));
        Map<String, Series> series = new HashMap<>();
        long[] points = new long[1];
        CommonArgs rewritten = args.withQuery(counting);
        context.runs().runRows(rewritten.call(request, context.limits(), 0, 0), response, (names, values) -> {
            if (++points[0] > MAX_POINTS) {
                throw tooManyPoints();
            }
            long bucket = 0;
            long count = 0;
            Map<String, byte[]> group = new HashMap<>();
            for (int i = 0; i < names.length; i++) {
                if (names[i].equals(Names.TIME)) {
                    bucket = nanos(new String(values[i], StandardCharsets.US_ASCII));
                } else if (names[i].equals(countName)) {
                    count = Long.parseLong(new String(values[i], StandardCharsets.US_ASCII));
                } else {
                    group.put(names[i], values[i]);
                }
            }
            series.computeIfAbsent(key(fields, group), k -> new Series()).add(bucket, count);
        });
        return series;
    }

    private static ApiException tooManyPoints() {
        return ApiException.badRequest("the answer has more than " + MAX_POINTS
                + " points; take a longer step, a shorter time range or fields_limit");
    }

    private static long nanos(String time) {
        Instant instant = Instant.parse(time);
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
    }

    private static String key(List<String> fields, Map<String, byte[]> group) {
        JsonWriter json = new JsonWriter().raw("{");
        for (int i = 0; i < fields.size(); i++) {
            json.separator(i == 0)
                    .string(fields.get(i))
                    .raw(":")
                    .string(group.getOrDefault(fields.get(i), new byte[0]));
        }
        return json.raw("}").toString();
    }

    private static Map<String, Series> top(Map<String, Series> series, long limit) {
        if (limit == 0 || limit >= series.size()) {
            return new TreeMap<>(series);
        }
        List<Map.Entry<String, Series>> sorted = new ArrayList<>(series.entrySet());
        sorted.sort((a, b) -> {
            int byTotal = Long.compare(b.getValue().total, a.getValue().total);
            return byTotal != 0 ? byTotal : a.getKey().compareTo(b.getKey());
        });
        Map<String, Series> top = new TreeMap<>();
        Series others = new Series();
        for (int i = 0; i < sorted.size(); i++) {
            if (i < limit) {
                top.put(sorted.get(i).getKey(), sorted.get(i).getValue());
            } else {
                sorted.get(i).getValue().hits.forEach(others::add);
            }
        }
        top.put("{}", others);
        return top;
    }

    private static void fillZeros(Map<String, Series> series, CommonArgs args, long step, long offset) {
        long start = args.startNs();
        long end = args.endNs();
        if (start == Long.MIN_VALUE) {
            start = series.values().stream()
                    .mapToLong(s -> s.hits.firstKey())
                    .min()
                    .orElse(0);
        }
        if (end == Long.MAX_VALUE) {
            end = series.values().stream()
                            .mapToLong(s -> s.hits.lastKey())
                            .max()
                            .orElse(0)
                    + 1;
        }
        start = TimeBuckets.floor(start, step, offset);
        if (series.isEmpty() || start >= end) {
            return;
        }
        // Unsigned, because the whole range of times does not fit a signed difference.
        long buckets = Long.divideUnsigned(end - 1 - start, step) + 1;
        if (Long.compareUnsigned(buckets, MAX_POINTS / series.size()) > 0) {
            throw tooManyPoints();
        }
        for (Series one : series.values()) {
            for (long i = 0; i < buckets; i++) {
                one.hits.putIfAbsent(start + i * step, 0L);
            }
        }
    }

    private static JsonWriter toJson(Map<String, Series> series) {
        JsonWriter json = new JsonWriter().raw("{\"hits\":[");
        boolean first = true;
        for (Map.Entry<String, Series> entry : series.entrySet()) {
            json.separator(first).raw("{\"fields\":").raw(entry.getKey()).raw(",\"timestamps\":[");
            boolean firstPoint = true;
            for (long bucket : entry.getValue().hits.keySet()) {
                json.separator(firstPoint)
                        .raw("\"")
                        .raw(CommonArgs.instant(bucket))
                        .raw("\"");
                firstPoint = false;
            }
            json.raw("],\"values\":[");
            firstPoint = true;
            for (long count : entry.getValue().hits.values()) {
                json.separator(firstPoint).number(count);
                firstPoint = false;
            }
            json.raw("],\"total\":").number(entry.getValue().total).raw("}");
            first = false;
        }
        return json.raw("]}");
    }
}
