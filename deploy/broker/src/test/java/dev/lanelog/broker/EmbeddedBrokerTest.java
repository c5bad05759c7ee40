package dev.lanelog.broker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Exit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EmbeddedBrokerTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource(Durability.class)
    void restartFindsWhatWasAcknowledged(Durability durability) throws Exception {
        BrokerOptions options = BrokerOptions.in(directory).withDurability(durability);
        try (EmbeddedBroker broker = EmbeddedBroker.start(options)) {
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()))) {
                admin.createTopics(List.of(new NewTopic("t", 1, (short) -1)))
                        .all()
                        .get(20, TimeUnit.SECONDS);
            }
            try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                    Map.of("bootstrap.servers", broker.bootstrap(), "acks", "all"),
                    new ByteArraySerializer(),
                    new ByteArraySerializer())) {
                for (int i = 0; i < 10; i++) {
                    producer.send(new ProducerRecord<>("t", ("row " + i).getBytes(UTF_8)))
                            .get(20, TimeUnit.SECONDS);
                }
            }
        }
        try (EmbeddedBroker broker = EmbeddedBroker.start(options)) {
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                expected.add("row " + i);
            }
            assertEquals(expected, readAll(broker.bootstrap(), 10));
        }
    }

    @Test
    void durabilityAndRetentionReachTheBroker() throws Exception {
        BrokerOptions options =
                BrokerOptions.in(directory).withDurability(Durability.FSYNC).withRetentionBytes(123_456_789);
        try (EmbeddedBroker broker = EmbeddedBroker.start(options);
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()))) {
            ConfigResource node = new ConfigResource(ConfigResource.Type.BROKER, "1");
            var config = admin.describeConfigs(List.of(node))
                    .all()
                    .get(20, TimeUnit.SECONDS)
                    .get(node);
            assertEquals(
                    "1",
                    requireNonNull(config).get("log.flush.interval.messages").value());
            assertEquals(
                    "123456789",
                    requireNonNull(config).get("log.retention.bytes").value());
        }
    }

    @Test
    void takenPortIsAClearFailureAndNotTheEndOfTheJvm() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            BrokerOptions options = BrokerOptions.in(directory).withPorts(taken.getLocalPort(), 0);
            IllegalStateException e = assertThrows(IllegalStateException.class, () -> EmbeddedBroker.start(options));
            assertTrue(String.valueOf(e.getMessage()).contains("did not start"), e.toString());
        }
    }

    @Test
    void fatalFailureOfTheBrokerIsToldOnceAndDoesNotEndTheJvm() throws Exception {
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        try (EmbeddedBroker broker =
                EmbeddedBroker.start(BrokerOptions.in(directory).withOnFatal(told::add))) {
            assertTrue(broker.port() > 0);
            Exit.halt(1, "all log directories failed");
            Exit.exit(1, "again");
            assertEquals("status 1: all log directories failed", told.poll(10, TimeUnit.SECONDS));
            assertTrue(told.isEmpty(), "told more than once: " + told);
        }
    }

    private static List<String> readAll(String bootstrap, int count) {
        List<String> rows = new ArrayList<>();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrap, "auto.offset.reset", "earliest", "enable.auto.commit", "false"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.assign(List.of(new TopicPartition("t", 0)));
            while (rows.size() < count && System.nanoTime() < deadline) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
                    rows.add(new String(record.value(), UTF_8));
                }
            }
        }
        return rows;
    }
}
