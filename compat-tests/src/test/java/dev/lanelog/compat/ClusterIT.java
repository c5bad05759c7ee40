package dev.lanelog.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.opentelemetry.exporter.otlp.logs.OtlpGrpcLogRecordExporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * The roles apart. {@code -Dlanelog.cluster.rows=300000 -Dlanelog.cluster.kills=5} is the long form. The collector test
 * runs where {@code LANELOG_PEERS} names a folder with {@code otelcol}, or the PATH has it.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClusterIT {
    private static final int ROWS = Integer.getInteger("lanelog.cluster.rows", 60_000);
    private static final int KILLS = Integer.getInteger("lanelog.cluster.kills", 2);
    private static final int RATE = 10_000;
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final int NUMBERED = ROWS + 3 * ROWS;

    @TempDir
    static Path dir;

    private static Cluster cluster;

    @BeforeAll
    static void start() {
        cluster = Cluster.start(dir, 2, 1, 2);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static List<String> gateways() {
        return List.of(cluster.http("gateway-1"), cluster.http("gateway-2"));
    }

    @Test
    @Order(1)
    void rowsAreThereOnceWhileIndexersJoinAndLeave() throws Exception {
        int rows = 3 * ROWS;
        NumberedSender sender = new NumberedSender(gateways(), 0, rows, 4, RATE);
        try (Watcher watcher = new Watcher(cluster.http("query-1"), sender::acknowledged)) {
            Future<Void> sending = sender.start();
            Await.until("a sixth", LIMIT, () -> sender.acknowledged() >= rows / 6);
            cluster.start("indexer-2");
            cluster.start("indexer-3");
            Await.until("a half", LIMIT, () -> sender.acknowledged() >= rows / 2);
            cluster.stop("indexer-1");
            // What indexer-1 made is on its disk. Answers without it are refused, until the others have made it again.
            assertEquals(
                    200,
                    Wire.send(
                                    cluster.http("indexer-2"),
                                    "POST",
                                    "/internal/forget_indexer?indexer=indexer-1",
                                    List.of(),
                                    null)
                            .status());
            sending.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            Await.until(
                    "all rows visible",
                    LIMIT,
                    () -> watcher.counted() >= rows || !watcher.fault().isEmpty());
            System.out.println("1 -> 3 -> 2 indexers at " + RATE + " rows/s: " + watcher);
            assertEquals("", watcher.fault());
        }
        assertEachOnce(rows);
    }

    @Test
    @Order(2)
    void rowsAreThereOnceWhileIndexersAreKilled() throws Exception {
        cluster.start("indexer-1");
        int before = 3 * ROWS;
        NumberedSender sender = new NumberedSender(gateways(), before, ROWS, 4, RATE);
        try (Watcher watcher = new Watcher(cluster.http("query-2"), () -> before + sender.acknowledged())) {
            Future<Void> sending = sender.start();
            for (int kill = 1; kill <= KILLS; kill++) {
                int mark = kill * (ROWS / (KILLS + 1));
                Await.until(mark + " rows acknowledged", LIMIT, () -> sender.acknowledged() >= mark);
                String victim = "indexer-" + (1 + kill % 3);
                cluster.kill(victim);
                cluster.start(victim);
            }
            sending.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            Await.until(
                    "all rows visible",
                    LIMIT,
                    () -> watcher.counted() >= NUMBERED || !watcher.fault().isEmpty());
            System.out.println(KILLS + " kills at " + RATE + " rows/s: " + watcher);
            assertEquals("", watcher.fault());
        }
        assertEachOnce(NUMBERED);
    }

    /** Waits until nothing is missing, and returns when that was. */
    private static long awaitComplete() {
        List<Wire.Pair> question =
                List.of(new Wire.Pair("query", "app:=numbered | fields n"), new Wire.Pair("start", "0"));
        for (String query : List.of("query-1", "query-2")) {
            String base = cluster.http(query);
            Await.until(
                    "a complete answer of " + query,
                    LIMIT,
                    () -> Wire.form(base, "/select/logsql/query", question).status() == 200);
        }
        return System.nanoTime();
    }

    /** No gateway was killed, so that no row may be there twice for any reason. */
    private static void assertEachOnce(int rows) {
        awaitComplete();
        for (String query : List.of("query-1", "query-2")) {
            Map<String, Integer> seen = Rows.occurrences(cluster.http(query), "app:=numbered", "n");
            assertEquals(rows, seen.size(), query);
            seen.forEach((n, times) -> assertEquals(1, times, () -> "row " + n + " of " + query));
        }
    }

    @Test
    @Order(3)
    void everyLogOfTheSdkOverGrpcIsQueriedBackOnceFromEitherQueryService() {
        SdkLogs.emit(
                OtlpGrpcLogRecordExporter.builder()
                        .setEndpoint(cluster.otlpGrpc("gateway-2"))
                        .setTimeout(Duration.ofSeconds(30))
                        .build(),
                "grpc-shop");
        for (String query : List.of("query-1", "query-2")) {
            SdkLogs.assertEachOnce(cluster.http(query), "grpc-shop", LIMIT);
        }
    }

    @Test
    @Order(4)
    void everyLineOfACollectorsFileIsQueriedBackOnceOverHttpAndGrpc() throws Exception {
        Path collector = collector();
        for (String protocol : List.of("http", "grpc")) {
            Path work = Files.createDirectories(dir.resolve("otelcol-" + protocol));
            StringBuilder lines = new StringBuilder();
            Instant time = Instant.now();
            for (int n = 0; n < SdkLogs.LOGS; n++) {
                lines.append(time.plusMillis(n).toString(), 0, 19)
                        .append(String.format(".%03dZ INFO collected-%s-%d%n", n % 1000, protocol, n));
            }
            Files.writeString(work.resolve("app.log"), lines);
            Files.writeString(work.resolve("config.yaml"), collectorConfig(work, protocol));
            Process process = new ProcessBuilder(collector.toString(), "--config", "config.yaml")
                    .directory(work.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(work.resolve("log").toFile())
                    .start();
            try {
                String filter = "\"collected-" + protocol + "\"";
                Await.until(
                        "all lines over " + protocol + ", see " + work,
                        LIMIT,
                        () -> Rows.count(cluster.http("query-1"), filter) >= SdkLogs.LOGS);
                Map<String, Integer> seen = Rows.occurrences(
                        cluster.http("query-1"), filter + " | extract \"collected-" + protocol + "-<n>\"", "n");
                assertEquals(SdkLogs.LOGS, seen.size());
                assertTrue(seen.values().stream().allMatch(times -> times == 1));
            } finally {
                process.destroy();
                process.waitFor(30, TimeUnit.SECONDS);
            }
        }
    }

    private static Path collector() {
        return Stream.concat(
                        Stream.ofNullable(System.getenv("LANELOG_PEERS")),
                        Stream.of(System.getenv("PATH").split(":")))
                .map(folder -> Path.of(folder, "otelcol"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseGet(() -> abort("no otelcol: set LANELOG_PEERS to the folder that has one"));
    }

    private static String collectorConfig(Path work, String protocol) {
        String exporter = protocol.equals("http")
                ? """
                  otlp_http:
                    logs_endpoint: %s
                    compression: gzip
                """.formatted(cluster.otlpHttp("gateway-1"))
                : """
                  otlp_grpc:
                    endpoint: %s
                    tls: {insecure: true}
                """.formatted(cluster.otlpGrpc("gateway-1").replace("http://", ""));
        return """
                receivers:
                  file_log:
                    include: [%s]
                    start_at: beginning
                    operators:
                      - type: regex_parser
                        regex: '^(?P<time>\\S+) (?P<sev>\\w+) (?P<msg>.*)$'
                        timestamp: {parse_from: attributes.time, layout: '%%Y-%%m-%%dT%%H:%%M:%%S.%%LZ'}
                        severity: {parse_from: attributes.sev}
                processors:
                  batch: {send_batch_size: 1000, timeout: 200ms}
                exporters:
                %sservice:
                  telemetry: {metrics: {level: none}}
                  pipelines:
                    logs: {receivers: [file_log], processors: [batch], exporters: [otlp_%s]}
                """.formatted(work.resolve("app.log"), exporter, protocol);
    }

    @Test
    @Order(5)
    void queryServiceReadsGroupsOverGrpcAndNeverAnIndexersFiles() throws Exception {
        for (String indexer : List.of("indexer-1", "indexer-2", "indexer-3")) {
            assertEquals(
                    200,
                    Wire.send(cluster.http(indexer), "POST", "/internal/force_flush", List.of(), null)
                            .status());
        }
        // A service without caches, so that its answer has to come from somewhere.
        cluster.stop("query-2");
        cluster.start("query-2");
        String base = cluster.http("query-2");
        long pid = cluster.pid("query-2");
        double before = fetched(base);
        Await.until("an answer", LIMIT, () -> Rows.count(base, "app:=numbered") == NUMBERED);
        assertEquals(NUMBERED, Rows.occurrences(base, "app:=numbered row", "n").size());
        double bytes = fetched(base) - before;
        System.out.printf("%.0f bytes of pages over gRPC for %d rows%n", bytes, NUMBERED);
        assertTrue(bytes > NUMBERED / 8.0, bytes + " bytes can't hold the messages of " + NUMBERED + " rows");
        assertNotEquals(0, groupFiles(), "there are no files that could be read");
        Path open = Path.of("/proc", Long.toString(pid), "fd");
        assumeTrue(Files.isDirectory(open), "open files can be seen on Linux only");
        for (int i = 0; i < 20; i++) {
            assertEquals(NUMBERED, Rows.count(base, "app:=numbered number"));
            try (Stream<Path> files = Files.list(open)) {
                for (Path file : (Iterable<Path>) files::iterator) {
                    assertTrue(!target(file).endsWith(".group"), () -> "the query-service has open " + target(file));
                }
            }
        }
    }

    @Test
    @Order(6)
    void anIndexerWhoseDiskIsLostGetsItsRowsBackFromKafka() throws IOException {
        cluster.kill("indexer-3");
        try (Stream<Path> files = Files.walk(cluster.store("indexer-3"))) {
            for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
                Files.delete(file);
            }
        }
        long begin = System.nanoTime();
        cluster.start("indexer-3");
        System.out.printf(
                "complete answers %.1f s after the start on an empty disk%n", (awaitComplete() - begin) / 1e9);
        assertEachOnce(NUMBERED);
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            // Closed since it was listed.
            return "";
        }
    }

    private static long groupFiles() throws IOException {
        try (Stream<Path> files = Files.walk(cluster.store("indexer-1"))) {
            return files.filter(file -> file.toString().endsWith(".group")).count();
        }
    }

    private static double fetched(String base) throws IOException {
        String metrics = Wire.get(base, "/metrics").text();
        Matcher matcher = Pattern.compile("(?m)^lanelog_query_page_cache_fetched_bytes\\S* (\\S+)$")
                .matcher(metrics);
        assertTrue(matcher.find(), metrics);
        return Double.parseDouble(matcher.group(1));
    }
}
