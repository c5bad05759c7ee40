package dev.lanelog.query.api.logsql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdInputStream;
import dev.lanelog.columnar.group.Tenant;
import dev.lanelog.proto.topic.CatalogKeys;
import dev.lanelog.proto.topic.Topics;
import dev.lanelog.proto.v1.CatalogRecord;
import dev.lanelog.proto.v1.PartitionChange;
import dev.lanelog.proto.v1.Progress;
import dev.lanelog.query.BrokerResource;
import dev.lanelog.query.catalog.Await;
import dev.lanelog.query.catalog.FakeIndexer;
import dev.lanelog.query.catalog.TestGroups;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Catalog topic -> link -> snapshot -> engine -> HTTP, with a real broker and a gRPC server in the indexer's place. */
@QuarkusTest
@QuarkusTestResource(BrokerResource.class)
@Timeout(120)
@NullUnmarked
class SelectApiTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long START = 1_768_471_200_000_000_000L; // 2026-01-15T10:00:00Z
    private static final Tenant SMALL = new Tenant(7, 3);
    private static final Tenant LARGE = new Tenant(1, 0);
    private static final int LARGE_ROWS = 60_000;

    private static FakeIndexer indexer;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @ConfigProperty(name = "kafka.bootstrap.servers")
    String bootstrap;

    @TestHTTPResource("/")
    URI base;

    @BeforeEach
    void cluster() throws Exception {
        if (indexer == null) {
            indexer = new FakeIndexer("ix", 0);
            whole();
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap));
                    KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                            Map.of("bootstrap.servers", bootstrap),
                            new StringSerializer(),
                            new ByteArraySerializer())) {
                Topics.ensure(admin, "logs", "logs-catalog", 2, (short) 1, -1, -1);
                put(
                        producer,
                        CatalogKeys.indexer("main", "ix"),
                        CatalogRecord.newBuilder().setIndexer(indexer.info()).build());
                for (int p = 0; p < 2; p++) {
                    put(
                            producer,
                            CatalogKeys.progress("main", p),
                            CatalogRecord.newBuilder()
                                    .setProgress(Progress.newBuilder()
                                            .setStore("main")
                                            .setPartition(p)
                                            .setOwnerGeneration(1)
                                            .setIndexerId("ix"))
                                    .build());
                }
            }
        } else {
            whole();
        }
        Await.until("ready", PATIENCE, () -> get("/q/health/ready").statusCode() == 200);
    }

    /** Partition 0: a head chunk of the small tenant; partition 1: a file of the large one. */
    private static void whole() {
        indexer.ownHead(
                0, 1, "c1", TestGroups.group(SMALL, TestGroups.rows(START, 0, 10)), 10, START, START + 9_000_000_000L);
        List<TestGroups.Row> rows = new ArrayList<>();
        for (TestGroups.Row row : TestGroups.rows(START, 0, LARGE_ROWS)) {
            Map<String, String> fields = new TreeMap<>(row.fields());
            fields.put("text", "lorem ipsum dolor sit amet " + row.timeNs() + " consectetur adipiscing elit");
            rows.add(new TestGroups.Row(row.timeNs(), fields));
        }
        indexer.ownFile(
                1, 1, "f1", TestGroups.group(LARGE, rows), LARGE_ROWS, START, START + LARGE_ROWS * 1_000_000_000L);
    }

    @AfterAll
    static void stop() {
        indexer.close();
        indexer = null;
    }

    private static void put(KafkaProducer<String, byte[]> producer, String key, CatalogRecord value) throws Exception {
        producer.send(new ProducerRecord<>("logs-catalog", key, value.toByteArray()))
                .get();
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private HttpRequest.Builder to(String pathAndQuery) {
        return HttpRequest.newBuilder(base.resolve(pathAndQuery)).timeout(Duration.ofSeconds(30));
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private HttpResponse<String> get(String pathAndQuery) {
        return send(to(pathAndQuery).GET().build());
    }

    private HttpResponse<String> small(String path, String query, String more) {
        return send(to("/select/logsql/" + path + "?query=" + encode(query) + more)
                .header("AccountID", "7")
                .header("ProjectID", "3")
                .GET()
                .build());
    }

    @Test
    void rowsComeAsNdjsonOfTheTenantOnly() {
        HttpResponse<String> answer = small("query", "*", "");
        assertEquals(200, answer.statusCode(), answer.body());
        assertEquals(
                "application/stream+json",
                answer.headers().firstValue("Content-Type").orElse(""));
        assertEquals(
                "*", answer.headers().firstValue("Access-Control-Allow-Origin").orElse(""));
        assertEquals("7", answer.headers().firstValue("AccountID").orElse(""));
        assertEquals("3", answer.headers().firstValue("ProjectID").orElse(""));
        assertEquals(
                "Vl-Request-Duration-Seconds, Accountid, Projectid",
                answer.headers().firstValue("Access-Control-Expose-Headers").orElse(""));
        List<String> lines = answer.body().lines().toList();
        assertEquals(10, lines.size());
        assertTrue(lines.stream()
                .anyMatch(line -> line.contains("\"_msg\":\"message 4\"")
                        && line.contains("\"_time\":\"2026-01-15T10:00:04Z\"")
                        && line.contains("\"_stream\":\"{app=\\\"a1\\\"}\"")
                        && line.contains("\"seq\":\"4\"")));
        assertEquals("", get("/select/logsql/query?query=*").body());
    }

    @Test
    void limitGivesTheNewestRowsAndTheTimeRangeIsHalfOpen() {
        assertEquals(
                List.of("{\"seq\":\"8\"}", "{\"seq\":\"9\"}"),
                small("query", "* | fields seq, _time", "&limit=2")
                        .body()
                        .lines()
                        .map(line -> line.replaceAll("\"_time\":\"[^\"]*\",?|,\"_time\":\"[^\"]*\"", ""))
                        .sorted()
                        .toList());
        assertEquals(
                "{\"n\":\"3\"}\n",
                small("query", "* | stats count() n", "&start=2026-01-15T10:00:02Z&end=2026-01-15T10:00:05Z")
                        .body());
    }

    @Test
    void formsAreReadAndBeatTheUrl() {
        HttpResponse<String> answer = send(to("/select/logsql/query?query=nothing")
                .header("AccountID", "7")
                .header("ProjectID", "3")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("query=" + encode("* | stats count() n")))
                .build());
        assertEquals("{\"n\":\"10\"}\n", answer.body());
    }

    @Test
    void tooLargeFormIsRefused() {
        HttpResponse<String> answer = send(to("/select/logsql/query")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("query=" + "x".repeat(5 << 20)))
                .build());
        assertEquals(413, answer.statusCode());
    }

    @Test
    void headGivesTheHeadersOfTheAnswer() {
        HttpResponse<String> answer = send(to("/select/logsql/query?query=*")
                .method("HEAD", HttpRequest.BodyPublishers.noBody())
                .build());
        assertEquals(200, answer.statusCode());
        assertEquals(
                "application/stream+json",
                answer.headers().firstValue("Content-Type").orElse(""));
        assertEquals("", answer.body());
    }

    @Test
    void otherMethodsRunNothing() {
        HttpResponse<String> deleted =
                send(to("/select/logsql/query?query=*").DELETE().build());
        assertEquals(405, deleted.statusCode());
        assertEquals(
                "GET, HEAD, POST, OPTIONS",
                deleted.headers().firstValue("Allow").orElse(""));
        HttpResponse<String> options = send(to("/select/logsql/query?query=*")
                .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                .build());
        assertEquals(204, options.statusCode());
    }

    @Test
    void badRequestsSayWhatIsWrong() {
        HttpResponse<String> answer = small("query", "foo and", "");
        assertEquals(400, answer.statusCode());
        assertEquals(
                "text/plain; charset=utf-8",
                answer.headers().firstValue("Content-Type").orElse(""));
        assertEquals(
                "nosniff", answer.headers().firstValue("X-Content-Type-Options").orElse(""));
        assertTrue(answer.body().startsWith("cannot parse `query` arg [foo and]: "), answer.body());
        assertTrue(answer.body().contains("^"), answer.body());
        assertEquals(
                "`query` arg cannot be empty\n", get("/select/logsql/query").body());
        assertEquals(400, small("query", "*", "&limit=x").statusCode());
        assertEquals(
                400,
                send(to("/select/logsql/query?query=*")
                                .header("AccountID", "x")
                                .GET()
                                .build())
                        .statusCode());
        assertEquals(404, get("/select/logsql/nosuch").statusCode());
        HttpResponse<String> badEscape = send(to("/select/logsql/query")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("query=%zz"))
                .build());
        assertEquals(400, badEscape.statusCode());
        int tooLong = get("/select/logsql/query?query=" + "x".repeat(17 << 10)).statusCode();
        assertTrue(tooLong == 400 || tooLong == 414, "a URL beyond the limit is refused, not cut: " + tooLong);
    }

    @Test
    void largeAnswerIsCompressedAsOffered() throws Exception {
        for (String encoding : List.of("gzip", "zstd")) {
            HttpResponse<byte[]> answer = http.send(
                    to("/select/logsql/query?query=*&limit=5000")
                            .header("AccountID", "1")
                            .header("Accept-Encoding", encoding)
                            .GET()
                            .build(),
                    BodyHandlers.ofByteArray());
            assertEquals(
                    encoding, answer.headers().firstValue("Content-Encoding").orElse(""));
            InputStream raw = new ByteArrayInputStream(answer.body());
            try (InputStream in = encoding.equals("gzip") ? new GZIPInputStream(raw) : new ZstdInputStream(raw)) {
                assertEquals(
                        5000,
                        new String(in.readAllBytes(), StandardCharsets.UTF_8)
                                .lines()
                                .count());
            }
        }
        HttpResponse<String> tiny = send(to("/select/logsql/query?query=" + encode("* | stats count() n"))
                .header("Accept-Encoding", "gzip")
                .GET()
                .build());
        assertTrue(tiny.headers().firstValue("Content-Encoding").isEmpty());
    }

    @Test
    void everyRowOfALargeAnswerArrivesOnce() throws Exception {
        HttpResponse<InputStream> answer = http.send(
                to("/select/logsql/query?query=" + encode("* | fields seq"))
                        .header("AccountID", "1")
                        .GET()
                        .build(),
                BodyHandlers.ofInputStream());
        BitSet seen = new BitSet();
        try (var lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8)).lines()) {
            lines.forEach(line -> {
                int seq = Integer.parseInt(line.substring(8, line.length() - 2));
                assertFalse(seen.get(seq), line);
                seen.set(seq);
            });
        }
        assertEquals(LARGE_ROWS, seen.cardinality());
    }

    @Test
    void clientThatLeavesEndsItsQuery() throws Exception {
        try (Socket socket = new Socket(base.getHost(), base.getPort())) {
            socket.getOutputStream()
                    .write(("GET /select/logsql/query?query=* HTTP/1.1\r\nHost: x\r\nAccountID: 1\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            assertEquals('H', socket.getInputStream().read());
        }
        Await.until("the query ends", PATIENCE, () -> metric("lanelog_query_running") == 0);
        Await.until("its snapshot is closed", PATIENCE, () -> metric("lanelog_query_open_snapshots") == 0);
    }

    private double metric(String name) {
        return get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElse(-1);
    }

    @Test
    void missingPartitionIsNamedOrLeftOutWhenAllowed() {
        indexer.become(
                PartitionChange.newBuilder().setPartition(1).setOwner(false).build());
        Await.until(
                "the partition is missing",
                PATIENCE,
                () -> small("query", "* | stats count() n", "").statusCode() == 502);
        HttpResponse<String> failed = small("query", "* | stats count() n", "");
        assertTrue(failed.body().contains("partition 1: "), failed.body());
        HttpResponse<String> partial = small("query", "* | stats count() n", "&allow_partial_response=1");
        assertEquals(200, partial.statusCode());
        assertEquals("{\"n\":\"10\"}\n", partial.body());
        assertEquals("1", partial.headers().firstValue(QueryRuns.MISSING_HEADER).orElse(""));
    }

    @Test
    void damagedGroupFailsItsQueryAndNoOther() {
        byte[] damaged = TestGroups.group(SMALL, TestGroups.rows(START, 0, 10));
        damaged[40] ^= 0x55;
        indexer.ownHead(0, 1, "damaged", damaged, 10, START, START + 9_000_000_000L);
        Await.until(
                "the damage is found", PATIENCE, () -> small("query", "*", "").statusCode() == 502);
        HttpResponse<String> failed = small("query", "*", "");
        assertTrue(failed.body().contains("damaged"), failed.body());
        assertTrue(metric("lanelog_query_corrupt_pages_total") >= 1);
        HttpResponse<String> partial = small("query", "*", "&allow_partial_response=1");
        assertEquals(200, partial.statusCode(), partial.body());
        assertEquals("0", partial.headers().firstValue(QueryRuns.MISSING_HEADER).orElse(""));
        assertEquals(
                "{\"n\":\"" + LARGE_ROWS + "\"}\n",
                send(to("/select/logsql/query?query=" + encode("* | stats count() n"))
                                .header("AccountID", "1")
                                .GET()
                                .build())
                        .body());
    }

    @Test
    void otherEndpointsAnswer() {
        assertEquals(
                "{\"values\":[{\"value\":\"a0\",\"hits\":4},{\"value\":\"a1\",\"hits\":3},{\"value\":\"a2\",\"hits\":3}]}",
                small("field_values", "*", "&field=app").body());
        assertEquals(
                "{\"values\":[{\"value\":\"a0\",\"hits\":4}]}",
                small("stream_field_values", "*", "&field=app&limit=1").body());
        assertEquals(
                "{\"values\":[{\"value\":\"app\",\"hits\":10}]}",
                small("stream_field_names", "*", "").body());
        assertEquals(
                "{\"hits\":[{\"fields\":{},\"timestamps\":[\"2026-01-15T10:00:00Z\",\"2026-01-15T10:00:05Z\"],\"values\":[5,5],\"total\":10}]}",
                small("hits", "*", "&step=5s").body());
        assertEquals(
                "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[{\"metric\":{\"__name__\":\"n\"},\"value\":[1768474800,\"10\"]}]}}",
                small("stats_query", "* | stats count() n", "&time=2026-01-15T11:00:00Z")
                        .body());
        assertEquals(
                "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[{\"metric\":{\"__name__\":\"n\"},\"values\":[[1768471200,\"5\"],[1768471205,\"5\"]]}]}}",
                small("stats_query_range", "* | stats count() n", "&step=5s").body());
        HttpResponse<String> noStats = small("stats_query", "*", "");
        assertEquals(422, noStats.statusCode());
        assertTrue(noStats.body().startsWith("{\"status\":\"error\",\"errorType\":\"422\",\"error\":\"missing"));
        assertEquals(
                "[{\"account_id\":1,\"project_id\":0},{\"account_id\":7,\"project_id\":3}]",
                get("/select/tenant_ids").body());
        assertEquals(
                "{\"start\":\"2026-01-15T00:00:00Z\",\"end\":\"2026-01-15T23:59:59.999999999Z\",\"hasTimeFilter\":true}",
                get("/select/logsql/query_time_range?query=" + encode("_time:2026-01-15"))
                        .body());
        assertTrue(get("/select/buildinfo").body().startsWith("{\"status\":\"success\",\"data\":{\"version\":\""));
    }

    @Test
    void tailSendsRowsOnceAndEndsWithItsClient() throws Exception {
        long now = (System.currentTimeMillis() - 1_000) * 1_000_000L;
        indexer.ownHead(0, 1, "t1", TestGroups.group(SMALL, TestGroups.rows(now, 0, 2)), 2, now, now + 2_000_000_000L);
        HttpResponse<InputStream> answer = http.send(
                to("/select/logsql/tail?query=*&refresh_interval=100ms&offset=0s&start_offset=1m")
                        .header("AccountID", "7")
                        .header("ProjectID", "3")
                        .GET()
                        .build(),
                BodyHandlers.ofInputStream());
        assertEquals(
                "application/x-ndjson",
                answer.headers().firstValue("Content-Type").orElse(""));
        try (InputStream body = answer.body()) {
            var reader = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
            assertTrue(reader.readLine().contains("\"seq\":\"0\""));
            assertTrue(reader.readLine().contains("\"seq\":\"1\""));
            indexer.ownHead(
                    0, 1, "t2", TestGroups.group(SMALL, TestGroups.rows(now, 0, 3)), 3, now, now + 3_000_000_000L);
            assertTrue(reader.readLine().contains("\"seq\":\"2\""));
        }
        Await.until("the tail ends", PATIENCE, () -> metric("lanelog_query_tails") == 0);
        assertEquals(400, small("tail", "* | stats count()", "").statusCode());
    }
}
