package dev.lanelog.query.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lanelog.query.engine.exec.ComputePool;
import dev.lanelog.query.engine.exec.DecodedCache;
import dev.lanelog.query.engine.exec.ScanQueryEngine;
import dev.lanelog.query.logsql.ast.GoQuote;
import dev.lanelog.query.logsql.ast.Query;
import dev.lanelog.query.logsql.filter.Filter;
import dev.lanelog.query.logsql.format.TimeText;
import dev.lanelog.query.logsql.parse.LogsQlException;
import dev.lanelog.query.logsql.parse.LogsQlParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Replays recorded answers of VictoriaLogs 1.52.1 through parser and engine. */
final class GoldenAnswersTest {
    private static final String BAD_REQUEST = "400";

    /** A recorded answer. */
    private record Case(
            String id, String feature, String dataset, Map<?, ?> params, int status, String body, String compare) {
        String param(String name) {
            Object value = params.get(name);
            return value == null ? "" : value.toString();
        }
    }

    @Test
    void claimedAnswersAreGivenInManySmallPages() throws IOException {
        check(GoldenData.load(300, 64), 2, Path.of("target", "golden-report.txt"));
    }

    @Test
    void claimedAnswersAreGivenOnOneThreadInOnePage() throws IOException {
        check(GoldenData.load(5000, 16384), 1, Path.of("target", "golden-report-serial.txt"));
    }

    private static void check(MemorySnapshot snapshot, int threads, Path report) throws IOException {
        Set<String> claimed = claimed();
        List<String> broken = new ArrayList<>();
        Map<String, int[]> features = new TreeMap<>();
        List<String> lines = new ArrayList<>();
        List<String> passed = new ArrayList<>();
        int total = 0;
        try (ComputePool pool = new ComputePool(threads, threads > 1 ? 0 : Integer.MAX_VALUE)) {
            QueryEngine engine = new ScanQueryEngine(
                    pool, System::nanoTime, "scalar", new DecodedCache(1 << 24, Duration.ofMinutes(1)));
            for (Case c : cases()) {
                total++;
                String answer = answer(c, engine, snapshot);
                String difference = compare(c, answer);
                features.computeIfAbsent(c.feature, _ -> new int[2])[difference.isEmpty() ? 0 : 1]++;
                if (difference.isEmpty()) {
                    passed.add(c.id);
                } else {
                    lines.add("FAIL " + c.id + " " + c.params + "\n  " + difference + "\n  want " + clip(c.body)
                            + "\n  got  " + clip(answer));
                    if (claimed.contains(c.id)) {
                        broken.add(c.id + ": " + difference);
                    }
                }
            }
        }
        features.forEach((name, n) -> lines.add(String.format("%-32s %5d passed %5d failed", name, n[0], n[1])));
        Files.createDirectories(report.toAbsolutePath().getParent());
        Files.write(report, lines);
        Files.write(Path.of(report + ".passed"), passed);
        long unclaimed = passed.stream().filter(id -> !claimed.contains(id)).count();
        System.out.println("recorded answers: " + passed.size() + " of " + total + " given, " + claimed.size()
                + " claimed, " + unclaimed + " given but not claimed; see " + report);
        assertTrue(broken.isEmpty(), () -> "claimed answers are not given any more: " + broken);
        Set<String> unknown = new LinkedHashSet<>(claimed);
        cases().forEach(c -> unknown.remove(c.id));
        assertEquals(Set.of(), unknown, "claimed but not recorded");
    }

    private static String clip(String text) {
        String oneLine = text.replace("\n", "\\n");
        return oneLine.length() > 700 ? oneLine.substring(0, 700) + "..." : oneLine;
    }

    private static String answer(Case c, QueryEngine engine, MemorySnapshot snapshot) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            engine.run(request(c), snapshot, out::write, new Cancellation());
        } catch (LogsQlException | UnsupportedQueryException | NumberFormatException e) {
            return BAD_REQUEST + " " + e.getMessage();
        } catch (RuntimeException e) {
            return "500 " + e + " "
                    + Arrays.asList(e.getStackTrace()).subList(0, Math.min(6, e.getStackTrace().length));
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static QueryRequest request(Case c) {
        long now = TimeText.parseRfc3339("2026-06-01T00:00:00Z");
        long start = time(c.param("start"), now);
        long end = time(c.param("end"), now);
        Query query = LogsQlParser.parse(c.param("query"), end - 1);
        List<Filter> extra = new ArrayList<>();
        if (!c.param("extra_filters").isEmpty()) {
            extra.add(extraFilter(c.param("extra_filters"), end, false));
        }
        if (!c.param("extra_stream_filters").isEmpty()) {
            extra.add(extraFilter(c.param("extra_stream_filters"), end, true));
        }
        String limit = c.param("limit");
        return new QueryRequest(
                query,
                GoldenData.tenant(c.dataset),
                start,
                end,
                limit.isEmpty() ? 0 : Long.parseLong(limit),
                0,
                extra,
                List.of(),
                Duration.ofSeconds(30),
                1 << 28);
    }

    private static long time(String text, long nowNs) {
        long time = TimeText.parseQueryTime(text, nowNs);
        if (time == TimeText.INVALID) {
            throw new UnsupportedQueryException("cannot parse time: " + text);
        }
        return time;
    }

    /** LogsQL, or a JSON object of values by field. */
    private static Filter extraFilter(String text, long nowNs, boolean stream) {
        if (!text.startsWith("{\"")) {
            return LogsQlParser.parseFilter(text, nowNs);
        }
        List<String> parts = new ArrayList<>();
        Json.object(text).forEach((name, value) -> {
            List<?> values = value instanceof List<?> list ? list : List.of(String.valueOf(value));
            List<String> quoted =
                    values.stream().map(v -> GoQuote.quote(v.toString())).toList();
            String in = (stream ? " in (" : ":in(") + String.join(",", quoted) + ")";
            parts.add(GoQuote.quote(name) + in);
        });
        return LogsQlParser.parseFilter(stream ? "{" + String.join(",", parts) + "}" : String.join(" ", parts), nowNs);
    }

    /** Empty when the answer is the recorded one, else the difference. */
    private static String compare(Case c, String answer) {
        boolean refused = answer.startsWith(BAD_REQUEST) || answer.startsWith("500 ");
        if (c.status != 200) {
            return answer.startsWith(BAD_REQUEST) ? "" : "want status " + c.status;
        }
        if (refused) {
            return "refused";
        }
        String got = hideHash(answer);
        String want = hideHash(c.body);
        return switch (c.compare) {
            case "exact" -> got.equals(want) ? "" : "body differs";
            case "lines" -> sorted(got).equals(sorted(want)) ? "" : "set of lines differs";
            case "lines-json" -> canonical(got).equals(canonical(want)) ? "" : "set of objects differs";
            default -> "";
        };
    }

    /** A stream id is 16 digits of tenant and a hash of the server's own: only its form is compared. */
    private static String hideHash(String text) {
        return text.replaceAll("(\"_stream_id\":\"[0-9a-f]{16})[0-9a-f]{32}\"", "$1<hash>\"");
    }

    private static List<String> sorted(String body) {
        return body.lines().sorted().toList();
    }

    private static List<String> canonical(String body) {
        return body.lines()
                .map(line -> Json.write(new TreeMap<>(Json.object(line))))
                .sorted()
                .toList();
    }

    private static Set<String> claimed() throws IOException {
        try (InputStream in = GoldenAnswersTest.class.getResourceAsStream("/goldens/logsql/claimed.txt")) {
            if (in == null) {
                return Set.of();
            }
            return new LinkedHashSet<>(new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(l -> !l.isBlank())
                    .toList());
        }
    }

    private static List<Case> cases() throws IOException {
        List<Case> cases = new ArrayList<>();
        for (String line : GoldenData.lines("cases.jsonl.gz")) {
            Map<String, @Nullable Object> c = Json.object(line);
            cases.add(new Case(
                    text(c, "id"),
                    text(c, "feature"),
                    text(c, "dataset"),
                    (Map<?, ?>) Objects.requireNonNull(c.get("params")),
                    Integer.parseInt(((Json.Number) Objects.requireNonNull(c.get("status"))).text()),
                    text(c, "body"),
                    text(c, "compare")));
        }
        return cases;
    }

    private static String text(Map<String, @Nullable Object> c, String key) {
        Object value = c.get(key);
        return value == null ? "" : value.toString();
    }
}
