package dev.lanelog.query.engine;

import dev.lanelog.columnar.group.Tenant;
import dev.lanelog.query.logsql.format.TimeText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** The four small data sets that the recorded answers are about, flattened as ingestion does. */
public final class GoldenData {
    /** Data sets with their stream fields; data set dN belongs to account N. */
    private static final Map<String, List<String>> STREAM_FIELDS = Map.of(
            "d1", List.of("app", "host", "env"),
            "d2", List.of("kind"),
            "d3", List.of("tbl"),
            "d4", List.of("sensor"));

    private static final String NO_MESSAGE =
            "missing _msg field; see https://docs.victoriametrics.com/victorialogs/keyconcepts/#message-field";

    private GoldenData() {}

    public static Tenant tenant(String dataset) {
        return new Tenant(Integer.parseInt(dataset.substring(1)), 0);
    }

    /**
     * All data sets.
     *
     * @param rowsPerChunk rows in each chunk
     * @param pageRows rows in a page, a multiple of 64
     */
    public static MemorySnapshot load(int rowsPerChunk, int pageRows) throws IOException {
        MemorySnapshot snapshot = new MemorySnapshot();
        for (Map.Entry<String, List<String>> dataset : STREAM_FIELDS.entrySet()) {
            List<MemorySnapshot.Row> rows = new ArrayList<>();
            for (String line : lines(dataset.getKey() + ".jsonl.gz")) {
                rows.add(row(line));
            }
            for (int from = 0; from < rows.size(); from += rowsPerChunk) {
                List<MemorySnapshot.Row> chunk = rows.subList(from, Math.min(rows.size(), from + rowsPerChunk));
                snapshot.add(tenant(dataset.getKey()), chunk, dataset.getValue(), pageRows);
            }
        }
        return snapshot;
    }

    /** Lines of a gzipped file of the recorded answers. */
    public static List<String> lines(String file) throws IOException {
        InputStream in = GoldenData.class.getResourceAsStream("/goldens/logsql/" + file);
        if (in == null) {
            throw new IOException("no such test resource: " + file);
        }
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(new GZIPInputStream(in), StandardCharsets.UTF_8))) {
            return reader.readAllLines();
        }
    }

    private static MemorySnapshot.Row row(String line) {
        Map<String, String> fields = new LinkedHashMap<>();
        flatten("", Json.object(line), fields);
        String time = fields.remove("_time");
        fields.putIfAbsent("_msg", NO_MESSAGE);
        return new MemorySnapshot.Row(TimeText.parseRfc3339(time == null ? "" : time), fields);
    }

    private static void flatten(String prefix, Map<?, ?> object, Map<String, String> out) {
        object.forEach((key, value) -> put(prefix + key, value, out));
    }

    private static void put(String name, @Nullable Object value, Map<String, String> out) {
        switch (value) {
            case null -> {}
            case Map<?, ?> nested -> flatten(name + ".", nested, out);
            case List<?> list -> out.put(name, Json.write(list));
            case Json.Number number -> out.put(name, number.text());
            default -> {
                String text = value.toString();
                if (!text.isEmpty()) {
                    out.put(name, text);
                }
            }
        }
    }
}
