package dev.lanelog.gateway.protocol.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lanelog.broker.EmbeddedBroker;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.logs.Logger;
import io.opentelemetry.api.logs.Severity;
import io.opentelemetry.exporter.otlp.http.logs.OtlpHttpLogRecordExporter;
import io.opentelemetry.exporter.otlp.logs.OtlpGrpcLogRecordExporter;
import io.opentelemetry.sdk.logs.SdkLoggerProvider;
import io.opentelemetry.sdk.logs.export.BatchLogRecordProcessor;
import io.opentelemetry.sdk.logs.export.LogRecordExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** The genuine SDK sends to a running gateway; what it sent is read back from Kafka. */
@QuarkusTest
@WithTestResource(GatewayWithBroker.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OtlpEndToEndTest {
    private static final Metadata.Key<byte[]> DETAILS =
            Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);

    EmbeddedBroker broker;

    @ConfigProperty(name = "lanelog.gateway.otlp.grpc-port")
    int grpcPort;

    @ConfigProperty(name = "lanelog.gateway.otlp.http-port")
    int httpPort;

    private String base() {
        return "http://127.0.0.1:" + httpPort;
    }

    @Test
    @Order(1)
    void everyRecordOfTheSdkArrivesOnceOverHttp() {
        LogRecordExporter exporter = OtlpHttpLogRecordExporter.builder()
                .setEndpoint(base() + "/v1/logs")
                .setCompression("gzip")
                .build();
        sdkRecordsArriveOnce(exporter, "sdk-http");
    }

    @Test
    @Order(2)
    void everyRecordOfTheSdkArrivesOnceOverGrpc() {
        LogRecordExporter exporter = OtlpGrpcLogRecordExporter.builder()
                .setEndpoint("http://127.0.0.1:" + grpcPort)
                .setCompression("gzip")
                .addHeader("VL-Stream-Fields", "service.name")
                .build();
        sdkRecordsArriveOnce(exporter, "sdk-grpc");
        assertTrue(
                rows().stream()
                        .filter(row -> "sdk-grpc".equals(row.get("service.name")))
                        .allMatch(row -> "{service.name=\"sdk-grpc\"}".equals(row.get("_stream"))),
                "the metadata of a call carries options");
    }

    private void sdkRecordsArriveOnce(LogRecordExporter exporter, String service) {
        try (SdkLoggerProvider provider = SdkLoggerProvider.builder()
                .setResource(Resource.getDefault().toBuilder()
                        .put("service.name", service)
                        .build())
                .addLogRecordProcessor(BatchLogRecordProcessor.builder(exporter)
                        .setMaxExportBatchSize(300)
                        .build())
                .build()) {
            Logger logger = provider.get("test");
            for (int i = 0; i < 1000; i++) {
                logger.logRecordBuilder()
                        .setSeverity(Severity.INFO)
                        .setBody("message " + i)
                        .setAttribute(AttributeKey.longKey("n"), (long) i)
                        .emit();
            }
            assertTrue(provider.forceFlush().join(30, TimeUnit.SECONDS).isSuccess(), "the SDK got its success");
        }
        Map<String, Integer> seen = new TreeMap<>();
        for (Map<String, String> row : rows()) {
            if (service.equals(row.get("service.name"))) {
                assertEquals("message " + row.get("n"), row.get("_msg"));
                assertEquals("9", row.get("severity_number"));
                seen.merge(row.get("n"), 1, Integer::sum);
            }
        }
        Map<String, Integer> expected = new TreeMap<>();
        IntStream.range(0, 1000).forEach(i -> expected.put(Integer.toString(i), 1));
        assertEquals(expected, seen);
    }

    @Test
    @Order(3)
    void grpcTellsOfRejectedRecords() {
        byte[] request = request("kept", new byte[] {0x12, 0x03, 0x2a, 0x7f, 0x0a});
        byte[] answer = call(request, new Metadata(), "gzip");
        assertTrue(new String(answer, UTF_8).contains("1 of 2 log records rejected"), new String(answer, UTF_8));
    }

    @Test
    @Order(4)
    void grpcRefusesWhatItCannotRead() {
        StatusRuntimeException e = assertThrows(
                StatusRuntimeException.class, () -> call(new byte[] {(byte) 0xff}, new Metadata(), "identity"));
        assertEquals(Status.Code.INVALID_ARGUMENT, e.getStatus().getCode());
        Metadata tenant = new Metadata();
        tenant.put(Metadata.Key.of("AccountID", Metadata.ASCII_STRING_MARSHALLER), "x");
        e = assertThrows(StatusRuntimeException.class, () -> call(request("m"), tenant, "identity"));
        assertEquals(Status.Code.INVALID_ARGUMENT, e.getStatus().getCode());
    }

    @Test
    @Order(5)
    void grpcRefusesTooLargeMessages() {
        byte[] large = request("x".repeat(2 << 20));
        for (String compression : List.of("identity", "gzip")) {
            StatusRuntimeException e =
                    assertThrows(StatusRuntimeException.class, () -> call(large, new Metadata(), compression));
            assertEquals(Status.Code.RESOURCE_EXHAUSTED, e.getStatus().getCode(), compression);
        }
        assertArrayEquals(new byte[0], call(request("after"), new Metadata(), "identity"));
    }

    @Test
    @Order(6)
    void httpAnswersInTheFormatOfTheRequest() throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> json = post(
                    client,
                    "application/json; charset=utf-8",
                    "{\"resourceLogs\":[{\"scopeLogs\":[{\"logRecords\":[{\"body\":{\"stringValue\":\"j\"}},{\"traceId\":\"?\"}]}]}]}"
                            .getBytes(UTF_8));
            assertEquals(200, json.statusCode());
            assertEquals(
                    "{\"partialSuccess\":{\"rejectedLogRecords\":\"1\",\"errorMessage\":\"1 of 2 log records rejected;"
                            + " first: record 2: traceId is not hexadecimal\"}}",
                    json.body());
            HttpResponse<String> broken = post(client, "application/json", "{".getBytes(UTF_8));
            assertEquals(400, broken.statusCode());
            assertTrue(broken.body().startsWith("{\"code\":3,"), broken.body());
            HttpResponse<String> protobuf = post(client, "application/x-protobuf", request("p"));
            assertEquals(200, protobuf.statusCode());
            assertEquals("", protobuf.body());
        }
    }

    @Test
    @Order(7)
    void kafkaAwayIsToldWithTheTimeToRetry() throws Exception {
        broker.close();
        StatusRuntimeException e =
                assertThrows(StatusRuntimeException.class, () -> call(request("lost"), new Metadata(), "identity"));
        assertEquals(Status.Code.UNAVAILABLE, e.getStatus().getCode());
        Metadata trailers = e.getTrailers();
        assertNotNull(trailers);
        assertTrue(new String(trailers.get(DETAILS), UTF_8).contains("google.rpc.RetryInfo"));
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> http = post(client, "application/x-protobuf", request("lost"));
            assertEquals(503, http.statusCode());
            assertTrue(http.headers().firstValue("Retry-After").isPresent());
            assertTrue(http.body().contains("google.rpc.RetryInfo"));
        }
    }

    private HttpResponse<String> post(HttpClient client, String contentType, byte[] body)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base() + "/v1/logs"))
                .timeout(Duration.ofSeconds(30))
                .header("Content-Type", contentType)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** A request with one record, followed by the given bytes in the same {@code ScopeLogs}. */
    private static byte[] request(String message, byte... more) {
        byte[] body = LogsDecoderTest.field(5, LogsDecoderTest.field(1, message.getBytes(UTF_8)));
        return LogsDecoderTest.field(
                1, LogsDecoderTest.field(2, LogsDecoderTest.join(LogsDecoderTest.field(2, body), more)));
    }

    private byte[] call(byte[] request, Metadata headers, String compression) {
        MethodDescriptor.Marshaller<byte[]> bytes = new MethodDescriptor.Marshaller<>() {
            @Override
            public InputStream stream(byte[] value) {
                return new ByteArrayInputStream(value);
            }

            @Override
            public byte[] parse(InputStream in) {
                try {
                    return in.readAllBytes();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
        MethodDescriptor<byte[], byte[]> export = MethodDescriptor.<byte[], byte[]>newBuilder()
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName("opentelemetry.proto.collector.logs.v1.LogsService/Export")
                .setRequestMarshaller(bytes)
                .setResponseMarshaller(bytes)
                .build();
        ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", grpcPort)
                .usePlaintext()
                .intercept(io.grpc.stub.MetadataUtils.newAttachHeadersInterceptor(headers))
                .build();
        try {
            return ClientCalls.blockingUnaryCall(
                    channel,
                    export,
                    CallOptions.DEFAULT.withCompression(compression).withDeadlineAfter(30, TimeUnit.SECONDS),
                    request);
        } finally {
            channel.shutdownNow();
        }
    }

    private List<Map<String, String>> rows() {
        Properties config = new Properties();
        config.put("bootstrap.servers", broker.bootstrap());
        List<Map<String, String>> rows = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(GatewayWithBroker.TOPIC).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = new HashMap<>(consumer.endOffsets(partitions));
            long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            while (partitions.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                assertTrue(System.nanoTime() < deadline, "the topic could not be read to its end");
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
                    rows.addAll(CollectedRows.decode(record.value()));
                }
            }
        }
        return rows;
    }
}
