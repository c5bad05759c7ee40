package dev.lanelog.query.api.logsql;

import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.Query;
import dev.lanelog.query.logsql.pipe.PipeStats;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * Turns the rows of a stats query into series of Prometheus' JSON: a series for each metric field and combination of
 * labels; a field that holds a histogram becomes a series per bucket. Bounded in points.
 */
final class StatsPoints {
    private static final int MAX_POINTS = 1_000_000;

    private final Set<String> labels;
    private final List<String> emptyMetrics;
    private final long timeNs;
    private final boolean timeIsPoint;
    private final Map<String, Series> series = new LinkedHashMap<>();
    private int points;

    /** A point of time and its value. */
    private record Point(long timeNs, byte[] value) {}

    private record Series(int column, String json, List<Point> points) {}

    /**
     * @param labels fields that are labels
     * @param timeNs time of rows without one
     * @param timeIsPoint whether {@code _time} is the time of a row's points, rather than a field like the others
     */
    StatsPoints(Query query, Set<String> labels, long timeNs, boolean timeIsPoint) {
        this.labels = labels;
        this.timeNs = timeNs;
        this.timeIsPoint = timeIsPoint;
        this.emptyMetrics = functionResults(query, labels);
    }

    /** Results of the last {@code stats} when it is the last pipe: those that are empty in a row still are a point. */
    private static List<String> functionResults(Query query, Set<String> labels) {
        List<String> names = new ArrayList<>();
        if (!query.pipes().isEmpty() && query.pipes().getLast() instanceof PipeStats stats) {
            stats.calls().forEach(call -> names.add(call.resultName()));
            names.removeAll(labels);
        }
        return names;
    }

    /**
     * Takes a row.
     *
     * @throws ApiException 400 when there are too many points
     */
    void row(String[] names, byte[][] values) {
        Map<String, byte[]> row = new LinkedHashMap<>();
        for (String name : emptyMetrics) {
            row.put(name, new byte[0]);
        }
        long time = timeNs;
        Map<String, byte[]> labelValues = new LinkedHashMap<>();
        labels.forEach(label -> labelValues.put(label, new byte[0]));
        for (int i = 0; i < names.length; i++) {
            if (labelValues.containsKey(names[i])) {
                labelValues.put(names[i], values[i]);
            } else if (timeIsPoint && names[i].equals(Names.TIME) && isTime(values[i])) {
                time = nanos(values[i]);
            } else {
                row.put(names[i], values[i]);
            }
        }
        int column = 0;
        for (Map.Entry<String, byte[]> metric : row.entrySet()) {
            addMetric(column++, metric.getKey(), metric.getValue(), labelValues, time);
        }
    }

    private static boolean isTime(byte[] value) {
        try {
            Instant.parse(new String(value, StandardCharsets.UTF_8));
            return true;
        } catch (DateTimeParseException e) {
            return false;
        }
    }

    private static long nanos(byte[] value) {
        Instant instant = Instant.parse(new String(value, StandardCharsets.UTF_8));
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
    }

    private void addMetric(int column, String name, byte[] value, Map<String, byte[]> labelValues, long time) {
        String text = new String(value, StandardCharsets.UTF_8);
        if (text.equals("[]")) {
            return;
        }
        if (!text.startsWith("[{\"vmrange\":\"")) {
            addPoint(column, name, labelValues, time, value);
            return;
        }
        for (Object bucket : (List<?>) Objects.requireNonNull(JsonReader.read(text))) {
            Map<String, byte[]> bucketLabels = new LinkedHashMap<>(labelValues);
            byte[] hits = new byte[0];
            for (JsonReader.Member member : ((JsonReader.JsonObject) bucket).members()) {
                if (member.value() instanceof String range) {
                    bucketLabels.put("vmrange", range.getBytes(StandardCharsets.UTF_8));
                } else if (member.value() instanceof JsonReader.JsonNumber number) {
                    hits = number.text().getBytes(StandardCharsets.US_ASCII);
                }
            }
            addPoint(column, name + "_bucket", bucketLabels, time, hits);
        }
    }

    private void addPoint(int column, String name, Map<String, byte[]> labelValues, long time, byte[] value) {
        if (++points > MAX_POINTS) {
            throw ApiException.badRequest("the answer has more than " + MAX_POINTS
                    + " points; take a longer step, a shorter time range or fewer groups");
        }
        JsonWriter metric = new JsonWriter().raw("{\"__name__\":").string(name);
        labelValues.forEach(
                (label, text) -> metric.raw(",").string(label).raw(":").string(text));
        String json = metric.raw("}").toString();
        series.computeIfAbsent(column + json, k -> new Series(column, json, new ArrayList<>()))
                .points
                .add(new Point(time, value));
    }

    /** One value per series. */
    JsonWriter toVector() {
        JsonWriter json =
                new JsonWriter().raw("{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[");
        boolean first = true;
        for (Series one : series.values()) {
            for (Point point : one.points) {
                json.separator(first).raw("{\"metric\":").raw(one.json).raw(",\"value\":");
                append(json, point);
                json.raw("}");
                first = false;
            }
        }
        return json.raw("]}}");
    }

    /** All values of each series, by time; series in the order of the metrics, then of their labels. */
    JsonWriter toMatrix() {
        TreeMap<String, Series> sorted = new TreeMap<>();
        series.values().forEach(one -> sorted.put(String.format("%08x", one.column) + one.json, one));
        JsonWriter json =
                new JsonWriter().raw("{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[");
        boolean first = true;
        for (Series one : sorted.values()) {
            one.points.sort((a, b) -> Long.compare(a.timeNs, b.timeNs));
            json.separator(first).raw("{\"metric\":").raw(one.json).raw(",\"values\":[");
            for (int i = 0; i < one.points.size(); i++) {
                json.separator(i == 0);
                append(json, one.points.get(i));
            }
            json.raw("]}");
            first = false;
        }
        return json.raw("]}}");
    }

    private static void append(JsonWriter json, Point point) {
        String seconds = new BigDecimal(Double.toString(point.timeNs / 1e9))
                .stripTrailingZeros()
                .toPlainString();
        json.raw("[").raw(seconds).raw(",").string(point.value).raw("]");
    }
}
