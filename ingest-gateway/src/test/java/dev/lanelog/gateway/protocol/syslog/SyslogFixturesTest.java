package dev.lanelog.gateway.protocol.syslog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lanelog.gateway.config.Compression;
import dev.lanelog.gateway.protocol.otlp.CollectedRows;
import dev.lanelog.gateway.row.RequestOptions;
import dev.lanelog.gateway.row.RequestOptions.ExtraField;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Recorded connections and datagrams become the recorded rows, however the network cuts them. */
class SyslogFixturesTest {
    /** Longer ones are cut at some places only. */
    private static final int CUT_EVERYWHERE = 600;

    record Fixture(String id, String listener, List<byte[]> items, List<Map<String, String>> rows) {
        @Override
        public String toString() {
            return id;
        }
    }

    static Stream<Fixture> fixtures() throws IOException {
        return lines("/syslog/fixtures.jsonl").stream().map(SyslogFixturesTest::fixture);
    }

    private static List<JsonObject> lines(String resource) throws IOException {
        try (InputStream in = SyslogFixturesTest.class.getResourceAsStream(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(JsonObject::new)
                    .toList();
        }
    }

    private static Fixture fixture(JsonObject json) {
        List<byte[]> items = new ArrayList<>();
        for (Object item : json.getJsonArray("bytes_b64")) {
            items.add(Base64.getDecoder().decode((String) item));
        }
        return new Fixture(json.getString("id"), json.getString("listener"), items, rows(json.getJsonArray("rows")));
    }

    private static List<Map<String, String>> rows(JsonArray json) {
        List<Map<String, String>> rows = new ArrayList<>();
        for (Object row : json) {
            Map<String, String> fields = new TreeMap<>();
            ((JsonObject) row).forEach(field -> fields.put(field.getKey(), (String) field.getValue()));
            fields.computeIfPresent("_time", (name, time) -> time.startsWith("<rfc3164 ") ? inferred(time) : time);
            rows.add(fields);
        }
        return rows;
    }

    /** What a time without a year means at the clock's own time. */
    private static String inferred(String recorded) {
        String text = recorded.substring("<rfc3164 ".length(), recorded.length() - 1);
        ZoneOffset zone = text.length() > 15 ? ZoneOffset.of(text.substring(16)) : ZoneOffset.UTC;
        LocalDateTime time = LocalDateTime.parse(
                "2026 " + text.substring(0, 15), DateTimeFormatter.ofPattern("yyyy MMM dd HH:mm:ss", Locale.ENGLISH));
        if (time.toInstant(zone).isAfter(CollectedRows.NOW.plusSeconds(86_400))) {
            time = time.minusYears(1);
        }
        return time.toInstant(zone).toString();
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void recordedBytesBecomeRecordedRowsInEverySplit(Fixture fixture) throws IOException {
        JsonObject difference = differences().get(fixture.id());
        List<String> expected = sorted(difference == null ? fixture.rows() : rows(difference.getJsonArray("rows")));
        List<Map<String, String>> got = replay(fixture, Integer.MAX_VALUE, Integer.MAX_VALUE);
        if (!expected.equals(sorted(got))) {
            report(fixture, got);
        }
        assertEquals(expected, sorted(got), fixture.id());
        assertEquals(expected, sorted(replay(fixture, 1, 1)));
        int longest =
                fixture.items().stream().mapToInt(item -> item.length).max().orElse(0);
        for (int cut = 1; cut < Math.min(longest, CUT_EVERYWHERE); cut++) {
            assertEquals(expected, sorted(replay(fixture, cut, Integer.MAX_VALUE)), "cut at " + cut);
        }
    }

    @Test
    void everyDifferenceIsOfAFixture() throws IOException {
        List<String> ids = fixtures().map(Fixture::id).toList();
        for (String id : differences().keySet()) {
            assertTrue(ids.contains(id), id);
        }
    }

    /** Leaves what came instead where a person can look at it, in the form of the list of differences. */
    private static void report(Fixture fixture, List<Map<String, String>> got) throws IOException {
        JsonArray rows = new JsonArray();
        got.forEach(row -> rows.add(new JsonObject(new TreeMap<>(row))));
        String line = new JsonObject().put("id", fixture.id()).put("rows", rows).encode() + "\n";
        Files.writeString(
                Path.of("target", "syslog-differences.jsonl"),
                line,
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private static Map<String, JsonObject> differences() throws IOException {
        Map<String, JsonObject> differences = new HashMap<>();
        for (JsonObject line : lines("/syslog/deliberate-differences.jsonl")) {
            differences.put(line.getString("id"), line);
        }
        return differences;
    }

    private static List<Map<String, String>> replay(Fixture fixture, int first, int others) throws IOException {
        String listener = fixture.listener();
        CollectedRows rows = new CollectedRows(options(listener));
        SyslogParser parser = new SyslogParser(
                InstantSource.fixed(CollectedRows.NOW),
                listener.endsWith("-tokyo") ? ZoneId.of("Asia/Tokyo") : ZoneOffset.UTC,
                listener.endsWith("-local"),
                128);
        byte[] ip = listener.endsWith("-ip") ? "127.0.0.1".getBytes(StandardCharsets.US_ASCII) : null;
        for (byte[] item : fixture.items()) {
            try {
                InputStream in = compression(listener).decode(new Pieces(item, first, others));
                FrameReader frames = new FrameReader(in, 1 << 20);
                long position = 0;
                for (byte[] frame = frames.next(); frame != null; frame = frames.next()) {
                    parser.row(frame, ++position, ip, rows.sink());
                }
            } catch (IOException e) {
                // What came before the break is kept.
                assertTrue(compression(listener) != Compression.NONE, fixture.id());
            }
        }
        return rows.rows();
    }

    private static Compression compression(String listener) {
        String suffix = listener.substring(listener.indexOf('-') + 1);
        return switch (suffix) {
            case "gzip", "deflate", "zstd" -> Compression.valueOf(suffix.toUpperCase(Locale.ROOT));
            default -> Compression.NONE;
        };
    }

    private static RequestOptions options(String listener) {
        boolean fields = listener.endsWith("-fields");
        List<ExtraField> extra = List.of(
                new ExtraField("dc", "dc7".getBytes(StandardCharsets.US_ASCII)),
                new ExtraField("origin", listener.substring(0, 3).getBytes(StandardCharsets.US_ASCII)));
        return new RequestOptions(
                0,
                0,
                List.of(),
                List.of("message"),
                fields ? List.of("app_name", "dc") : SyslogListener.STREAM_FIELDS,
                fields ? List.of("facility", "severity", "sd*") : List.of(),
                fields ? List.of("_msg", "message") : List.of(),
                fields ? extra : List.of(),
                List.of(),
                false,
                false);
    }

    private static List<String> sorted(List<Map<String, String>> rows) {
        return rows.stream().map(Object::toString).sorted().toList();
    }

    /** Bytes that come in pieces of given lengths: one, then all the others. */
    private static final class Pieces extends ByteArrayInputStream {
        private final int first;
        private final int others;

        Pieces(byte[] bytes, int first, int others) {
            super(bytes);
            this.first = first;
            this.others = others;
        }

        @Override
        public synchronized int read(byte[] into, int off, int len) {
            int most = pos < first ? first - pos : others;
            return super.read(into, off, Math.min(len, most));
        }
    }
}
