package dev.lanelog.gateway.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lanelog.gateway.protocol.syslog.SyslogServer;
import dev.lanelog.proto.batch.BatchColumn;
import dev.lanelog.proto.batch.LogBatch;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.zip.GZIPOutputStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The whole gateway with a real broker: HTTP in, records out. */
@NullUnmarked
@QuarkusTest
@WithTestResource(BrokerResource.class)
class GatewayKafkaTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TestHTTPResource("/")
    URI base;

    @Inject
    SyslogServer syslog;

    @Inject
    MeterRegistry metrics;

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    @AfterEach
    void brokerIsBack() {
        BrokerResource.up();
        await(() -> status("/-/ready") == 200);
    }

    /** Rows of one tenant, read back from Kafka. */
    record Stored(Set<Integer> partitions, List<String> messages, List<String> requestIds) {}

    private Stored stored(int tenant) throws Exception {
        Set<Integer> partitions = new HashSet<>();
        List<String> messages = new ArrayList<>();
        List<String> ids = new ArrayList<>();
        Map<String, Object> settings = Map.of("bootstrap.servers", BrokerResource.bootstrap());
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> all = consumer.partitionsFor("logs").stream()
                    .map(p -> new TopicPartition("logs", p.partition()))
                    .toList();
            consumer.assign(all);
            consumer.seekToBeginning(all);
            Map<TopicPartition, Long> ends = consumer.endOffsets(all);
            while (all.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
                    LogBatch batch = LogBatch.decode(record.value());
                    if (batch.accountId() == tenant) {
                        partitions.add(record.partition());
                        messages.addAll(column(batch, "_msg"));
                        Header id = record.headers().lastHeader(BatchProducer.REQUEST_ID_HEADER);
                        ids.add(id == null ? "" : new String(id.value(), StandardCharsets.UTF_8));
                    }
                }
            }
        }
        return new Stored(partitions, messages, ids);
    }

    private static List<String> column(LogBatch batch, String name) {
        List<String> values = new ArrayList<>();
        for (BatchColumn column : batch.columns()) {
            for (int r = 0; column.name().equals(name) && r < batch.rows(); r++) {
                values.add(
                        switch (column) {
                            case BatchColumn.DictionaryColumn d ->
                                text(d.arena(), d.offsets()[d.ids()[r]], d.offsets()[d.ids()[r] + 1]);
                            case BatchColumn.PlainColumn p -> text(p.arena(), p.offsets()[r], p.offsets()[r + 1]);
                        });
            }
        }
        return values;
    }

    private static String text(byte[] arena, int from, int to) {
        return new String(arena, from, to - from, StandardCharsets.UTF_8);
    }

    private HttpRequest.Builder insert(int tenant) {
        return HttpRequest.newBuilder(base.resolve("/insert/jsonline?_stream_fields=app"))
                .timeout(Duration.ofSeconds(30))
                .header("AccountID", Integer.toString(tenant));
    }

    private HttpResponse<String> send(HttpRequest request) throws Exception {
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private int status(String path) {
        try {
            return send(HttpRequest.newBuilder(base.resolve(path))
                            .timeout(Duration.ofSeconds(5))
                            .build())
                    .statusCode();
        } catch (Exception e) {
            return -1;
        }
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, "not within 30 s");
            java.util.concurrent.locks.LockSupport.parkNanos(50_000_000);
        }
    }

    private static String lines(int from, int to) {
        StringBuilder s = new StringBuilder();
        for (int i = from; i < to; i++) {
            s.append("{\"_time\":\"2026-11-01T00:00:00Z\",\"app\":\"a").append(i % 3);
            s.append("\",\"_msg\":\"row ").append(i).append("\"}\n");
        }
        return s.toString();
    }

    private static List<String> messages(int to) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < to; i++) {
            all.add("row " + i);
        }
        return all;
    }

    @Test
    void acknowledgedRowsAreInKafkaInOneOrderedPartition() throws Exception {
        HttpResponse<String> answer = send(insert(501)
                .header("Idempotency-Key", "key-1")
                .POST(HttpRequest.BodyPublishers.ofString(lines(0, 4500)))
                .build());
        assertEquals(200, answer.statusCode(), answer.body());
        assertEquals("", answer.body());
        Stored stored = stored(501);
        assertEquals(messages(4500), stored.messages());
        assertEquals(1, stored.partitions().size());
        assertEquals(List.of("key-1", "key-1", "key-1", "key-1", "key-1"), stored.requestIds());
    }

    @Test
    void compressedBodiesWithAFormTypeAreRead() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        for (int member = 0; member < 2; member++) {
            try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
                gzip.write(lines(member * 100, member * 100 + 100).getBytes(StandardCharsets.UTF_8));
            }
        }
        HttpResponse<String> answer = send(insert(502)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Content-Encoding", "gzip")
                .POST(HttpRequest.BodyPublishers.ofByteArray(packed.toByteArray()))
                .build());
        assertEquals(200, answer.statusCode(), answer.body());
        assertEquals(messages(200), stored(502).messages());
    }

    @Test
    void bodiesLargerThanAllBuffersPassThrough() throws Exception {
        byte[] body = lines(0, 200_000).getBytes(StandardCharsets.UTF_8);
        HttpResponse<String> answer = send(
                insert(503).POST(HttpRequest.BodyPublishers.ofByteArray(body)).build());
        assertEquals(200, answer.statusCode(), answer.body());
        assertEquals(200_000, stored(503).messages().size());
    }

    @Test
    void aBadRowCostsOnlyItselfAndIsNamed() throws Exception {
        HttpResponse<String> answer = send(insert(504)
                .POST(HttpRequest.BodyPublishers.ofString(lines(0, 1) + "nonsense\n" + lines(1, 2)))
                .build());
        assertEquals(200, answer.statusCode());
        JsonNode report = JSON.readTree(answer.body());
        assertEquals(2, report.get("accepted").asInt());
        assertEquals(2, report.get("errors").get(0).get("position").asInt());
        assertEquals(messages(2), stored(504).messages());
    }

    @Test
    void otherPathsMethodsAndEncodingsAreRefused() throws Exception {
        assertEquals(200, status("/insert/ready"));
        assertEquals(400, status("/insert/nosuch"));
        assertEquals(405, status("/insert/jsonline"));
        HttpResponse<String> slash = send(HttpRequest.newBuilder(base.resolve("/insert/jsonline/"))
                .timeout(Duration.ofSeconds(5))
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build());
        assertEquals(400, slash.statusCode());
        HttpResponse<String> answer = send(insert(505)
                .header("Content-Encoding", "br")
                .POST(HttpRequest.BodyPublishers.ofString("x"))
                .build());
        assertEquals(415, answer.statusCode());
        assertTrue(answer.body().contains("gzip, deflate, zstd, snappy"), answer.body());
    }

    @Test
    void withoutKafkaInsertsAreRefusedUntilItIsBack() throws Exception {
        assertEquals(
                200,
                send(insert(506)
                                .POST(HttpRequest.BodyPublishers.ofString(lines(0, 1)))
                                .build())
                        .statusCode());
        BrokerResource.down();
        HttpResponse<String> away = send(insert(506)
                .POST(HttpRequest.BodyPublishers.ofString(lines(1, 2)))
                .build());
        assertEquals(503, away.statusCode(), away.body());
        assertTrue(away.headers().firstValue("Retry-After").isPresent());
        assertEquals(0, JSON.readTree(away.body()).get("accepted").asInt(-1));
        await(() -> status("/-/ready") == 503);
        BrokerResource.up();
        await(() -> status("/-/ready") == 200);
        HttpResponse<String> back = send(insert(506)
                .POST(HttpRequest.BodyPublishers.ofString(lines(1, 2)))
                .build());
        assertEquals(200, back.statusCode(), back.body());
        assertEquals("row 1", stored(506).messages().getLast());
    }

    private static String syslogLines(int from, int to) {
        StringBuilder s = new StringBuilder();
        for (int i = from; i < to; i++) {
            s.append("<165>1 2026-11-01T00:00:00Z host app - - - row ")
                    .append(i)
                    .append('\n');
        }
        return s.toString();
    }

    @Test
    void syslogOverTcpHoldsItsSenderBackWhileKafkaIsAwayAndLosesNothing() throws Exception {
        try (Socket sender = new Socket("127.0.0.1", syslog.tcpPorts().getFirst())) {
            OutputStream out = sender.getOutputStream();
            out.write(syslogLines(0, 1000).getBytes(StandardCharsets.UTF_8));
            out.flush();
            await(() -> storedMessages(514).size() == 1000);
            BrokerResource.down();
            await(() -> status("/-/ready") == 503);
            out.write(syslogLines(1000, 1500).getBytes(StandardCharsets.UTF_8));
            out.flush();
            BrokerResource.up();
            out.write(syslogLines(1500, 2000).getBytes(StandardCharsets.UTF_8));
            out.flush();
            await(() -> new HashSet<>(storedMessages(514)).size() == 2000);
        }
        assertEquals(new HashSet<>(messages(2000)), new HashSet<>(storedMessages(514)));
    }

    @Test
    void syslogOverUdpStoresDatagramsAndCountsWhatItHadToDrop() throws Exception {
        InetAddress host = InetAddress.getByName("127.0.0.1");
        int port = syslog.udpPorts().getFirst();
        try (DatagramSocket sender = new DatagramSocket()) {
            byte[] one = syslogLines(0, 1).getBytes(StandardCharsets.UTF_8);
            sender.send(new DatagramPacket(one, one.length, host, port));
            await(() -> storedMessages(515).equals(messages(1)));
            double before = dropped();
            BrokerResource.down();
            await(() -> status("/-/ready") == 503);
            byte[] large = new byte[8000];
            Arrays.fill(large, (byte) 'x');
            // Far more than the queue of 64 KiB and what a round takes hold, and nobody to pass it on to.
            for (int i = 0; i < 200; i++) {
                sender.send(new DatagramPacket(large, large.length, host, port));
            }
            await(() -> dropped() > before);
            BrokerResource.up();
            await(() -> status("/-/ready") == 200);
            await(() -> storedMessages(515).size() > 1);
        }
    }

    private double dropped() {
        return metrics.counter("lanelog_gateway_syslog_dropped_total", "listener", "datagrams")
                .count();
    }

    private List<String> storedMessages(int tenant) {
        try {
            return stored(tenant).messages();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void rowsKeptWhenKafkaGoesAwayAreAPrefix() throws Exception {
        PipedOutputStream out = new PipedOutputStream();
        InputStream in = new PipedInputStream(out, 1 << 20);
        CompletableFuture<HttpResponse<String>> answer = http.sendAsync(
                insert(507)
                        .POST(HttpRequest.BodyPublishers.ofInputStream(() -> in))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        out.write(lines(0, 3500).getBytes(StandardCharsets.UTF_8));
        out.flush();
        await(() -> {
            try {
                return stored(507).messages().size() >= 2000;
            } catch (Exception e) {
                return false;
            }
        });
        BrokerResource.down();
        out.write(lines(3500, 9000).getBytes(StandardCharsets.UTF_8));
        out.close();
        HttpResponse<String> refused = answer.get(30, TimeUnit.SECONDS);
        assertEquals(503, refused.statusCode(), refused.body());
        int kept = JSON.readTree(refused.body()).get("accepted").asInt();
        assertTrue(kept >= 2000 && kept < 9000, "kept " + kept);
        BrokerResource.up();
        await(() -> status("/-/ready") == 200);
        List<String> stored = stored(507).messages();
        assertTrue(stored.size() >= kept, stored.size() + " stored, " + kept + " promised");
        assertEquals(messages(stored.size()), stored);
    }
}
