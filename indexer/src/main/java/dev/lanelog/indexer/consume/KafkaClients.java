package dev.lanelog.indexer.consume;

import dev.lanelog.indexer.config.Assignment;
import dev.lanelog.indexer.config.IndexerConfig;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Makes the Kafka clients of an indexer; the one place that knows their settings. */
public final class KafkaClients {
    /** Partitions of the batch topic that are polled at once are bounded by this many compressed bytes. */
    private static final int FETCH_BYTES = 16 << 20;

    private final IndexerConfig config;
    private final String indexerId;

    public KafkaClients(IndexerConfig config, String indexerId) {
        this.config = config;
        this.indexerId = indexerId;
    }

    /** Name of the consumer group: members in group assignment, a mirror of the progress for lag tools in it. */
    public String groupId() {
        return "lanelog-" + config.store();
    }

    /** Transactional id of a partition. Its next user fences the last one. */
    public String transactionalId(int partition) {
        return "lanelog-" + config.store() + "-" + partition;
    }

    public Admin admin() {
        return Admin.create(common("admin"));
    }

    /** Consumer of batches. Where to start is never its business: {@code auto.offset.reset=none}. */
    Consumer<byte[], byte[]> batches() {
        Map<String, Object> p = batchReader("batches");
        if (config.assignment() == Assignment.GROUP) {
            p.put(ConsumerConfig.GROUP_ID_CONFIG, groupId());
            // The classic protocol: its session timeout is the client's, and cooperative-sticky moves only what must
            // move.
            p.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
            // A static member: killed and started again within the session timeout it goes on with its partitions, at
            // once and without moving anybody else's.
            p.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, indexerId);
            p.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, CooperativeStickyAssignor.class.getName());
            p.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, millis(config.sessionTimeout()));
            p.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, millis(config.sessionTimeout()) / 5);
        }
        return new KafkaConsumer<>(p, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** Consumer that reads a part of the log once more; in no group, so that it never moves a partition. */
    Consumer<byte[], byte[]> again() {
        return new KafkaConsumer<>(batchReader("again"), new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private Map<String, Object> batchReader(String role) {
        Map<String, Object> p = common(role);
        p.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        p.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        p.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        p.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        // A record is a batch of up to 8 MiB: few of them per poll keep what is decoded but not yet counted small.
        p.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 16);
        p.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
        p.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, FETCH_BYTES / 4);
        p.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 100);
        p.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, timeoutMs());
        return p;
    }

    /** Consumer of the catalog, without a group. */
    Consumer<String, byte[]> catalog() {
        Map<String, Object> p = common("catalog");
        p.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        p.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        p.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        p.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        p.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 5000);
        p.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, timeoutMs());
        return new KafkaConsumer<>(p, new StringDeserializer(), new ByteArrayDeserializer());
    }

    /** Producer of the catalog records of one partition, in transactions. */
    Producer<String, byte[]> transactional(int partition) {
        Map<String, Object> p = producer("catalog-" + partition);
        p.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId(partition));
        // A dead owner's open transaction holds up every reader of the catalog until it times out.
        p.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, 10_000);
        return new KafkaProducer<>(p, new StringSerializer(), new ByteArraySerializer());
    }

    /** Producer of the record that says where this indexer is. */
    public Producer<String, byte[]> plain() {
        return new KafkaProducer<>(producer("info"), new StringSerializer(), new ByteArraySerializer());
    }

    private Map<String, Object> producer(String role) {
        Map<String, Object> p = common(role);
        p.put(ProducerConfig.ACKS_CONFIG, "all");
        p.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        // There is one per partition, and a transaction is a few KiB.
        p.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 2 << 20);
        // A transaction right after another finds it completing; the default back-off of 100 ms makes a tail of it.
        p.put(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, 5);
        p.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (long) timeoutMs());
        p.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, timeoutMs() / 2);
        p.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, timeoutMs());
        return p;
    }

    private Map<String, Object> common(String role) {
        Map<String, Object> p = new HashMap<>();
        p.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, config.bootstrapServers());
        p.put(CommonClientConfigs.CLIENT_ID_CONFIG, "lanelog-indexer-" + indexerId + "-" + role);
        p.put("enable.metrics.push", false);
        return p;
    }

    private int timeoutMs() {
        return millis(config.kafkaTimeout());
    }

    private static int millis(Duration d) {
        return Math.toIntExact(d.toMillis());
    }
}
