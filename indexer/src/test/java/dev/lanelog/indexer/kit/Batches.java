package dev.lanelog.indexer.kit;

import dev.lanelog.proto.batch.LogBatchBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes batches to a topic, as a gateway does. */
public final class Batches implements AutoCloseable {
    /** 2026-11-30T00:00:00Z. */
    public static final long DAY_NS = 1_796_000_000_000_000_000L / 86_400_000_000_000L * 86_400_000_000_000L;

    private final String topic;
    private final KafkaProducer<byte[], byte[]> producer;

    public Batches(String topic) {
        this.topic = topic;
        Properties p = new Properties();
        p.putAll(Map.of("bootstrap.servers", SharedBroker.bootstrap(), "acks", "all", "linger.ms", 0));
        producer = new KafkaProducer<>(p, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** A batch of rows {@code _msg=<prefix><i>}, one microsecond apart. */
    public static byte[] batch(int account, String prefix, int from, int to) {
        LogBatchBuilder builder = new LogBatchBuilder(65536, 8 << 20);
        builder.tenant(account, 0);
        for (int i = from; i < to; i++) {
            builder.startRow(DAY_NS + i * 1000L);
            field(builder, "_msg", prefix + i);
            field(builder, "_stream", "{app=\"a\"}");
            field(builder, "level", i % 3 == 0 ? "error" : "info");
            builder.endRow();
        }
        return builder.finish();
    }

    private static void field(LogBatchBuilder builder, String name, String value) {
        byte[] n = name.getBytes(StandardCharsets.UTF_8);
        byte[] v = value.getBytes(StandardCharsets.UTF_8);
        builder.field(n, 0, n.length, v, 0, v.length);
    }

    /** Sends a value and waits until the brokers have it; returns its offset. */
    public long send(int partition, byte[] value) {
        try {
            return producer.send(new ProducerRecord<>(topic, partition, null, value))
                    .get()
                    .offset();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        producer.close();
    }
}
