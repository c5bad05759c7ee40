package dev.lanelog.query.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.lanelog.query.logsql.ast.Query;
import dev.lanelog.query.logsql.filter.FieldFilter;
import dev.lanelog.query.logsql.filter.Filter;
import dev.lanelog.query.logsql.filter.FilterAnd;
import dev.lanelog.query.logsql.filter.FilterNoop;
import dev.lanelog.query.logsql.filter.FilterNot;
import dev.lanelog.query.logsql.filter.FilterOr;
import dev.lanelog.query.logsql.filter.FilterTime;
import dev.lanelog.query.logsql.parse.LogsQlParser;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Random rows and random questions: the engine, on one thread and on several, in whatever layout, answers what a few lines
 * of plain code over the rows do. Repeat a failure with {@code -Dseed=}.
 */
final class EngineDifferentialTest {
    private static final long SEED = Long.getLong("seed", System.nanoTime());
    private static final int ROUNDS = 5;
    private static final int QUESTIONS = 60;
    private static final String[] LEVELS = {"info", "warn", "error", "debug", ""};

    private final Random random = new Random(SEED);

    @Test
    void engineAgreesWithPlainCodeInEveryLayout() throws IOException {
        System.out.println("seed " + SEED);
        for (int round = 0; round < ROUNDS; round++) {
            try (EngineFixture serial = new EngineFixture(1);
                    EngineFixture parallel = new EngineFixture(3)) {
                List<MemorySnapshot.Row> all = new ArrayList<>();
                int chunks = 1 + random.nextInt(4);
                for (int i = 0; i < chunks; i++) {
                    List<MemorySnapshot.Row> rows = rows(1 + random.nextInt(700));
                    all.addAll(rows);
                    int pageRows = 64 << random.nextInt(4);
                    serial.add(rows, pageRows);
                    parallel.add(rows, pageRows);
                }
                for (int i = 0; i < QUESTIONS; i++) {
                    ask(all, serial, parallel);
                }
            }
        }
    }

    private void ask(List<MemorySnapshot.Row> all, EngineFixture serial, EngineFixture parallel) throws IOException {
        String filter = filter(3);
        long start = EngineFixture.START + random.nextInt(4) * 3600_000_000_000L;
        long end = start + (1 + random.nextInt(40)) * 1800_000_000_000L;
        boolean bounded = random.nextBoolean();
        long from = bounded ? start : Long.MIN_VALUE;
        long to = bounded ? end : Long.MAX_VALUE;
        Query query = LogsQlParser.parse(filter, EngineFixture.START);
        List<MemorySnapshot.Row> matching = all.stream()
                .filter(r -> r.timeNs() >= from && r.timeNs() < to && matches(query.filter(), r))
                .toList();
        Question question = question(matching);
        String text = filter + question.pipes;
        for (EngineFixture fixture : List.of(serial, parallel)) {
            String answer = fixture.run(fixture.request(text, from, to, 0, Duration.ofSeconds(30), 1L << 30));
            List<String> lines = answer.lines().toList();
            assertEquals(
                    String.join(
                            "\n",
                            question.ordered
                                    ? question.lines
                                    : question.lines.stream().sorted().toList()),
                    String.join(
                            "\n",
                            question.ordered ? lines : lines.stream().sorted().toList()),
                    () -> text + " from " + from + " to " + to + ", seed " + SEED);
        }
    }

    /** Pipes, and the lines they must give. */
    private record Question(String pipes, List<String> lines, boolean ordered) {}

    private Question question(List<MemorySnapshot.Row> rows) {
        return switch (random.nextInt(9)) {
            case 0 -> new Question(" | stats count() n", List.of("{\"n\":\"" + rows.size() + "\"}"), false);
            case 1 -> byLevel(" | stats by (level) count() n", rows, list -> "\"n\":\"" + list.size() + "\"");
            case 2 -> byLevel(" | stats by (level) sum(dur) s, max(dur) m", rows, EngineDifferentialTest::sums);
            case 3 -> byLevel(" | uniq by (level) with hits", rows, list -> "\"hits\":\"" + list.size() + "\"");
            case 4 ->
                new Question(
                        " | fields id, dur",
                        rows.stream().map(r -> object(r, "id", "dur")).toList(),
                        false);
            case 5 -> {
                int n = 1 + random.nextInt(20);
                List<MemorySnapshot.Row> sorted = rows.stream()
                        .sorted(Comparator.comparingLong(MemorySnapshot.Row::timeNs)
                                .reversed())
                        .limit(n)
                        .toList();
                yield new Question(
                        " | sort by (_time desc) limit " + n + " | fields id",
                        sorted.stream().map(r -> object(r, "id")).toList(),
                        true);
            }
            case 6 -> {
                List<MemorySnapshot.Row> sorted = rows.stream()
                        .filter(r -> !value(r, "dur").isEmpty())
                        .sorted(Comparator.<MemorySnapshot.Row>comparingLong(r -> Long.parseLong(value(r, "dur")))
                                .thenComparing(r -> value(r, "id")))
                        .skip(2)
                        .limit(7)
                        .toList();
                yield new Question(
                        " | filter dur:* | sort by (dur, id) offset 2 limit 7 | fields dur, id",
                        sorted.stream().map(r -> object(r, "dur", "id")).toList(),
                        true);
            }
            case 7 -> {
                long distinct = rows.stream()
                        .map(r -> value(r, "user"))
                        .filter(v -> !v.isEmpty())
                        .distinct()
                        .count();
                yield new Question(" | stats count_uniq(user) u", List.of("{\"u\":\"" + distinct + "\"}"), false);
            }
            default -> {
                Map<String, List<MemorySnapshot.Row>> hours = rows.stream()
                        .collect(Collectors.groupingBy(
                                r -> Instant.ofEpochSecond(r.timeNs() / 3600_000_000_000L * 3600)
                                        .toString(),
                                TreeMap::new,
                                Collectors.toList()));
                List<String> lines = new ArrayList<>();
                hours.forEach((hour, list) -> lines.add("{\"_time\":\"" + hour + "\",\"n\":\"" + list.size() + "\"}"));
                yield new Question(" | stats by (_time:1h) count() n", lines, false);
            }
        };
    }

    private static Question byLevel(
            String pipes, List<MemorySnapshot.Row> rows, Function<List<MemorySnapshot.Row>, String> result) {
        Map<String, List<MemorySnapshot.Row>> groups =
                rows.stream().collect(Collectors.groupingBy(r -> value(r, "level"), TreeMap::new, Collectors.toList()));
        List<String> lines = new ArrayList<>();
        groups.forEach((level, list) ->
                lines.add("{" + (level.isEmpty() ? "" : "\"level\":\"" + level + "\",") + result.apply(list) + "}"));
        return new Question(pipes, lines, false);
    }

    private static String sums(List<MemorySnapshot.Row> rows) {
        List<String> values = rows.stream()
                .map(r -> value(r, "dur"))
                .filter(v -> !v.isEmpty())
                .toList();
        if (values.isEmpty()) {
            return "\"s\":\"NaN\"";
        }
        BigDecimal sum = values.stream().map(BigDecimal::new).reduce(BigDecimal.ZERO, BigDecimal::add);
        long max = values.stream().mapToLong(Long::parseLong).max().orElseThrow();
        return "\"s\":\"" + sum.toPlainString() + "\",\"m\":\"" + max + "\"";
    }

    private static String object(MemorySnapshot.Row row, String... names) {
        StringBuilder sb = new StringBuilder("{");
        for (String name : names) {
            if (!value(row, name).isEmpty()) {
                sb.append(sb.length() > 1 ? "," : "").append('"').append(name).append("\":\"");
                sb.append(value(row, name)).append('"');
            }
        }
        return sb.append('}').toString();
    }

    private static String value(MemorySnapshot.Row row, String name) {
        return row.fields().getOrDefault(name, "");
    }

    private static boolean matches(Filter filter, MemorySnapshot.Row row) {
        return switch (filter) {
            case FilterNoop _ -> true;
            case FilterAnd and -> and.filters().stream().allMatch(f -> matches(f, row));
            case FilterOr or -> or.filters().stream().anyMatch(f -> matches(f, row));
            case FilterNot not -> !matches(not.filter(), row);
            case FilterTime time -> time.range().contains(row.timeNs());
            case FieldFilter field -> {
                String name = field.field().text();
                byte[] value = Json.bytes(
                        name.equals("_stream") ? MemorySnapshot.stream(row, List.of("app")) : value(row, name));
                yield field.predicate().test(value, 0, value.length);
            }
            default -> throw new IllegalStateException("not made by this test: " + filter);
        };
    }

    private String filter(int depth) {
        if (depth > 0 && random.nextInt(3) == 0) {
            String left = filter(depth - 1);
            String right = filter(depth - 1);
            return switch (random.nextInt(3)) {
                case 0 -> "(" + left + " and " + right + ")";
                case 1 -> "(" + left + " or " + right + ")";
                default -> "(not (" + left + ") or " + right + ")";
            };
        }
        return switch (random.nextInt(12)) {
            case 0 -> "*";
            case 1 -> "level:=" + LEVELS[random.nextInt(4)];
            case 2 -> "level:in(info, error, nothing)";
            case 3 -> "dur:>" + random.nextInt(500);
            case 4 -> "dur:range[" + random.nextInt(300) + ", " + (300 + random.nextInt(300)) + "]";
            case 5 -> "_msg:request";
            case 6 -> "_msg:\"took " + random.nextInt(20) + "\"";
            case 7 -> "user:~\"u[0-9]*" + random.nextInt(10) + "$\"";
            case 8 -> "{app=\"a" + random.nextInt(3) + "\"}";
            case 9 -> "absent:\"\"";
            case 10 -> "dur:\"\"";
            default -> "_time:>=2026-01-15T0" + random.nextInt(10) + ":00:00Z";
        };
    }

    private List<MemorySnapshot.Row> rows(int count) {
        List<MemorySnapshot.Row> rows = new ArrayList<>();
        int kind = random.nextInt(3);
        for (int i = 0; i < count; i++) {
            Map<String, String> fields = new TreeMap<>();
            // As wide as each other, so that natural order is the order of the text.
            fields.put("id", String.format("r%06d", ids++));
            fields.put("app", "a" + random.nextInt(3));
            String level = kind == 0 ? "info" : LEVELS[random.nextInt(LEVELS.length)];
            if (!level.isEmpty()) {
                fields.put("level", level);
            }
            if (kind != 1 || random.nextInt(4) > 0) {
                fields.put("dur", Integer.toString(random.nextInt(600) - 50));
            }
            fields.put("user", "u" + random.nextInt(kind == 2 ? 100_000 : 50));
            fields.put("_msg", random.nextInt(2) == 0 ? "request took " + random.nextInt(20) + " ms" : "idle");
            // Times differ, so that the newest N are the same N for everyone.
            times += 1 + random.nextInt(100_000_000);
            long time = EngineFixture.START + times * 1000L % 86_000_000_000_000L;
            rows.add(new MemorySnapshot.Row(time, fields));
        }
        return rows;
    }

    private int ids;
    private long times;
}
