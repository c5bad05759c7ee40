package dev.lanelog.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lanelog.gateway.insert.ByteBudget;
import dev.lanelog.gateway.insert.TestInserts;
import dev.lanelog.gateway.row.RequestOptions;
import dev.lanelog.gateway.row.RowLimits;
import dev.lanelog.gateway.row.TimeParser;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Replays recorded requests of one protocol through its handler, without a server: same head, same bytes; the rows and the
 * answer must be those of the record.
 */
public final class FixtureReplay {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern FLAG = Pattern.compile("-\\w+\\.(\\w+)=(\\S+)");

    /** Makes the handler under test for {@code maxLineBytes, limits}, which some records set through flags. */
    public interface HandlerMaker extends BiFunction<Integer, RowLimits, List<InsertHandler>> {}

    private final HandlerMaker handlers;

    public FixtureReplay(HandlerMaker handlers) {
        this.handlers = handlers;
    }

    /** Records of a file in the test resources. */
    public static List<JsonNode> load(String resource) {
        List<JsonNode> records = new ArrayList<>();
        try (InputStream in = FixtureReplay.class.getResourceAsStream(resource);
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                records.add(JSON.readTree(line));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return records;
    }

    /** Names and reasons of a list of deliberate differences: {@code id<blank>reason} lines. */
    public static Map<String, String> differences(String resource) {
        Map<String, String> known = new LinkedHashMap<>();
        try (InputStream in = FixtureReplay.class.getResourceAsStream(resource)) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    int blank = line.indexOf(' ');
                    known.put(line.substring(0, blank), line.substring(blank + 1));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return known;
    }

    /**
     * Replays {@code /fixtures/NAME.jsonl}: every record must come out as it was recorded, but for those listed in {@code
     * /fixtures/NAME.differences}, which must not.
     */
    public void check(String name) {
        Map<String, String> known = differences("/fixtures/" + name + ".differences");
        List<JsonNode> records = load("/fixtures/" + name + ".jsonl");
        List<String> wrong = new ArrayList<>();
        List<String> stale = new ArrayList<>();
        for (JsonNode record : records) {
            String difference = replay(record);
            String id = record.get("id").asText();
            if (difference != null && !known.containsKey(id)) {
                wrong.add(difference);
            }
            if (difference == null && known.containsKey(id)) {
                stale.add(id);
            }
        }
        assertTrue(
                wrong.isEmpty(),
                () -> wrong.size() + " of " + records.size() + " differ:\n" + String.join("\n", wrong));
        assertEquals(List.of(), stale, "listed as different, but they are not");
    }

    /**
     * Sends mutated records: whatever the bytes, the answer is none of 500 and above, and it comes soon. {@code
     * -Dfuzz.NAME=N} sets how many, {@code -Dseed=N} repeats a run.
     */
    public void fuzz(String name) {
        long seed = Long.getLong("seed", System.nanoTime());
        int runs = Integer.getInteger("fuzz." + name, 10_000);
        System.out.println("seed=" + seed);
        Random random = new Random(seed);
        List<JsonNode> records = load("/fixtures/" + name + ".jsonl");
        for (int i = 0; i < runs; i++) {
            JsonNode record = records.get(random.nextInt(records.size()));
            byte[] bytes = Mutations.mutate(body(record), body(records.get(random.nextInt(records.size()))), random);
            String what = "seed " + seed + " run " + i + " " + record.get("id") + " ";
            try {
                InsertResponse response = assertTimeoutPreemptively(
                        Duration.ofSeconds(5),
                        () -> respond(record, bytes, handlers.apply(256 << 10, RowLimits.DEFAULT), new TestInserts()));
                assertTrue(response.status() < 500, () -> text(response));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(what + HexFormat.of().formatHex(bytes), e);
            }
        }
    }

    /** What differs from the record; null if nothing does. */
    public @Nullable String replay(JsonNode record) {
        RowLimits limits = limits(record.path("flags").asText(""));
        int maxLine = record.path("flags").asText("").contains("maxLineSizeBytes=1KiB") ? 1024 : 256 << 10;
        TestInserts rows = new TestInserts(limits, InstantSource.system(), 4096);
        long before = System.currentTimeMillis();
        InsertResponse response = respond(record, body(record), handlers.apply(maxLine, limits), rows);
        List<String> wrong = new ArrayList<>();
        if (record.has("status") && response.status() != record.get("status").asInt()) {
            wrong.add("status " + response.status() + ", want " + record.get("status") + " (" + text(response) + ")");
        }
        String type = response.contentType() == null ? "" : response.contentType();
        if (record.has("content_type")
                && !type.equals(record.get("content_type").asText(""))) {
            wrong.add("content type " + type + ", want " + record.get("content_type"));
        }
        if (record.has("response") && response.status() < 400 && !sameBody(record, text(response))) {
            wrong.add("body " + text(response) + ", want " + record.get("response"));
        }
        if (record.hasNonNull("rows")) {
            compareRows(record.get("rows"), rows.rows(), before, wrong);
        }
        return wrong.isEmpty() ? null : record.get("id").asText() + ": " + String.join("; ", wrong);
    }

    private static boolean sameBody(JsonNode record, String body) {
        String want = record.get("response").asText();
        return want.replaceAll("\"took\":\\d+", "").equals(body.replaceAll("\"took\":\\d+", ""));
    }

    private static String text(InsertResponse response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    private static RowLimits limits(String flags) {
        RowLimits d = RowLimits.DEFAULT;
        return new RowLimits(
                flags.contains("maxFieldsPerLine=14") ? 14 : d.maxFields(),
                d.maxNameBytes(),
                d.maxRowBytes(),
                d.retentionNs(),
                d.futureNs(),
                flags.contains("defaultMsgValue=no-message") ? "no-message" : d.defaultMessage());
    }

    private static InsertResponse respond(
            JsonNode record, byte[] body, List<InsertHandler> handlers, TestInserts rows) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (JsonNode header : record.get("headers")) {
            String value =
                    new String(header.get(1).asText().getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
            headers.putIfAbsent(header.get(0).asText().toLowerCase(Locale.ROOT), value);
        }
        String target = record.get("path").asText();
        int question = target.indexOf('?');
        String path = InsertRoutes.collapseSlashes(question < 0 ? target : target.substring(0, question));
        InsertRequest request = new InsertRequest(
                record.get("method").asText(),
                path,
                args(question < 0 ? "" : target.substring(question + 1)),
                headers,
                settings(record.path("flags").asText("")));
        HttpInsert frame = new HttpInsert(
                new BodyDecoder(1 << 30, 500, 64 << 20),
                (protocol, options, id, source) -> rows.insert(options, source));
        for (InsertHandler handler : handlers) {
            if (handler.paths().contains(path)) {
                if (!handler.methods().contains(request.method())) {
                    return InsertRoutes.methodNotAllowed(handler);
                }
                ByteBudget.Lease lease = Objects.requireNonNull(new ByteBudget(1 << 30).tryLease(1));
                return frame.handle(handler, request, new ByteArrayInputStream(body), lease);
            }
        }
        return InsertRoutes.unsupportedPath(path);
    }

    /** Flags of the reference that are settings of a protocol here. */
    private static Map<String, String> settings(String flags) {
        Map<String, String> names = Map.of(
                "streamFields", "_stream_fields",
                "ignoreFields", "ignore_fields",
                "timeField", "_time_field",
                "msgField", "_msg_field",
                "preserveJSONKeys", "preserve_json_keys",
                "tenantID", RequestOptions.TENANT);
        Map<String, String> settings = new LinkedHashMap<>();
        Matcher flag = FLAG.matcher(flags);
        while (flag.find()) {
            String name = names.get(flag.group(1));
            if (name != null) {
                settings.put(name, flag.group(2));
            }
        }
        return settings;
    }

    private static Map<String, String> args(String query) {
        Map<String, String> args = new LinkedHashMap<>();
        for (String pair : query.split("&")) {
            int eq = pair.indexOf('=');
            if (eq > 0) {
                args.putIfAbsent(
                        URLDecoder.decode(pair.substring(0, eq), StandardCharsets.UTF_8),
                        URLDecoder.decode(pair.substring(eq + 1), StandardCharsets.UTF_8));
            }
        }
        return args;
    }

    private static byte[] body(JsonNode record) {
        if (record.hasNonNull("body_zb64")) {
            byte[] packed = Base64.getDecoder().decode(record.get("body_zb64").asText());
            try (InputStream in = new InflaterInputStream(new ByteArrayInputStream(packed))) {
                return in.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return Base64.getDecoder().decode(record.path("body_b64").asText(""));
    }

    private static void compareRows(JsonNode expected, List<TestInserts.Row> got, long before, List<String> wrong) {
        List<Map<String, String>> want = new ArrayList<>();
        for (JsonNode row : expected) {
            Map<String, String> fields = new TreeMap<>();
            row.properties().forEach(e -> {
                if (!e.getKey().equals("_stream_id")) {
                    fields.put(latin(e.getKey()), latin(e.getValue().asText()));
                }
            });
            want.add(fields);
        }
        List<Map<String, String>> have = new ArrayList<>();
        for (TestInserts.Row row : got) {
            Map<String, String> fields = new TreeMap<>();
            row.fields().forEach((name, value) -> fields.put(latin(name), value));
            fields.put("_time", Long.toString(row.timeNs()));
            have.add(fields);
        }
        if (want.size() != have.size()) {
            wrong.add(have.size() + " rows, want " + want.size());
            return;
        }
        for (Map<String, String> row : want) {
            if (have.stream().noneMatch(h -> matches(row, h, before))) {
                wrong.add("no such row: " + row + " in " + have);
                return;
            }
            have.remove(have.stream()
                    .filter(h -> matches(row, h, before))
                    .findFirst()
                    .orElseThrow());
        }
    }

    private static boolean matches(Map<String, String> want, Map<String, String> have, long before) {
        Map<String, String> a = new TreeMap<>(want);
        Map<String, String> b = new TreeMap<>(have);
        String time = Objects.requireNonNull(a.remove("_time"));
        long got = Long.parseLong(Objects.requireNonNull(b.remove("_time")));
        if (!a.equals(b)) {
            return false;
        }
        if (time.equals("<now>")) {
            return got >= before * 1_000_000 && got <= (System.currentTimeMillis() + 1) * 1_000_000;
        }
        byte[] text = time.getBytes(StandardCharsets.US_ASCII);
        return TimeParser.parse(text, 0, text.length, false) == got;
    }

    /** The text's bytes, each as one character; lone surrogates U+DCxx of the records stand for raw bytes. */
    private static String latin(String text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        text.codePoints().forEach(c -> {
            if (c >= 0xDC80 && c <= 0xDCFF) {
                out.write(c & 0xFF);
            } else {
                out.writeBytes(Character.toString(c).getBytes(StandardCharsets.UTF_8));
            }
        });
        return out.toString(StandardCharsets.ISO_8859_1);
    }
}
