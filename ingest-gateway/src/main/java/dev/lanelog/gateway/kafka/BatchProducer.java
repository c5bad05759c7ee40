package dev.lanelog.gateway.kafka;

import dev.lanelog.gateway.config.GatewayConfig;
import dev.lanelog.gateway.row.AcknowledgedOutput;
import dev.lanelog.gateway.row.IngestAbortedException;
import dev.lanelog.proto.topic.Topics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The producer of batches. A plain client, because a SmallRye emitter costs three to five times as much per record.
 *
 * <p>All batches of a request go to one partition, and one is sent only when the one before it is acknowledged: that alone
 * makes the rows kept a prefix of the request, for an idempotent producer may well lose a batch to a timeout and still
 * deliver the next one. Building the next batch goes on meanwhile.
 *
 * <p>Kafka may be away when the service starts, or go away later: a thread looks after it, and inserts are refused at once
 * instead of waiting one by one.
 */
@ApplicationScoped
public class BatchProducer {
    /** Record header with the sender's idempotency key. */
    public static final String REQUEST_ID_HEADER = "lanelog-request-id";

    private static final Logger LOG = Logger.getLogger(BatchProducer.class);
    private static final long PROBE_MS = 1000;
    private static final long PROBE_TIMEOUT_MS = 3000;
    /** An acknowledgement so recent says more than a probe that failed. */
    private static final long RECENT_NS = Duration.ofSeconds(5).toNanos();

    private final GatewayConfig config;
    private final PartitionChooser chooser;
    private final Counter batches;
    private final Counter bytes;
    private final CountDownLatch stopped = new CountDownLatch(1);

    private volatile @Nullable KafkaProducer<byte[], byte[]> producer;
    private volatile boolean topicsReady;
    private volatile boolean probeFailed;
    private volatile long lastAck = System.nanoTime() - RECENT_NS;

    @Inject
    public BatchProducer(GatewayConfig config, MeterRegistry metrics) {
        this.config = config;
        this.chooser = new PartitionChooser(config.largeTenants(), config.tenantWindow());
        this.batches = metrics.counter("lanelog_gateway_batches_total");
        this.bytes = metrics.counter("lanelog_gateway_batch_bytes_total");
    }

    void start(@Observes StartupEvent event) {
        if (!config.enabled()) {
            return;
        }
        producer = new KafkaProducer<>(producerSettings());
        Thread.ofVirtual().name("gateway-kafka-watch").start(this::watch);
        LOG.infof("gateway-start kafka=%s topic=%s", config.bootstrapServers(), config.topicLogs());
    }

    private Map<String, Object> producerSettings() {
        GatewayConfig.Kafka kafka = config.kafka();
        long delivery = kafka.deliveryTimeout().toMillis();
        return Map.ofEntries(
                Map.entry(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, config.bootstrapServers()),
                Map.entry(ProducerConfig.CLIENT_ID_CONFIG, "lanelog-gateway"),
                Map.entry(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class),
                Map.entry(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class),
                Map.entry(ProducerConfig.ACKS_CONFIG, "all"),
                Map.entry(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true),
                // Batches are compressed already.
                Map.entry(ProducerConfig.COMPRESSION_TYPE_CONFIG, "none"),
                Map.entry(ProducerConfig.LINGER_MS_CONFIG, (int) kafka.linger().toMillis()),
                Map.entry(ProducerConfig.BATCH_SIZE_CONFIG, 1 << 20),
                Map.entry(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Topics.MAX_RECORD_BYTES + 4096),
                Map.entry(
                        ProducerConfig.BUFFER_MEMORY_CONFIG, kafka.bufferBytes().asLongValue()),
                Map.entry(ProducerConfig.MAX_BLOCK_MS_CONFIG, kafka.maxBlock().toMillis()),
                Map.entry(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) delivery),
                Map.entry(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) Math.max(1000, delivery / 2)),
                Map.entry(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 500L));
    }

    /** Creates the topics as soon as Kafka answers, then asks from time to time whether it still does. */
    private void watch() {
        Map<String, Object> settings = Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                config.bootstrapServers(),
                AdminClientConfig.CLIENT_ID_CONFIG,
                "lanelog-gateway-watch",
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                (int) PROBE_TIMEOUT_MS,
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                (int) PROBE_TIMEOUT_MS,
                AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG,
                500L);
        try (Admin admin = Admin.create(settings)) {
            do {
                probe(admin);
            } while (!stopped.await(PROBE_MS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void probe(Admin admin) throws InterruptedException {
        try {
            if (topicsReady) {
                admin.describeCluster().clusterId().get(PROBE_TIMEOUT_MS, TimeUnit.MILLISECONDS);
            } else {
                GatewayConfig.Topics topics = config.topics();
                Topics.ensure(
                        admin,
                        config.topicLogs(),
                        config.topicCatalog(),
                        topics.partitions(),
                        topics.replication(),
                        topics.retention().toMillis(),
                        topics.retentionBytes());
                topicsReady = true;
            }
            if (probeFailed) {
                LOG.infof("kafka-back kafka=%s", config.bootstrapServers());
            }
            probeFailed = false;
        } catch (ExecutionException | TimeoutException | KafkaException e) {
            if (!probeFailed) {
                LOG.errorf("kafka-away kafka=%s error=\"%s\"", config.bootstrapServers(), e);
            }
            probeFailed = true;
        }
    }

    /** Null while batches can be sent, else why not. Does not block. */
    public @Nullable String unavailable() {
        if (!topicsReady) {
            return "kafka (" + config.bootstrapServers() + ") has not answered yet";
        }
        boolean silent = System.nanoTime() - lastAck > RECENT_NS;
        return probeFailed && silent ? "kafka (" + config.bootstrapServers() + ") does not answer" : null;
    }

    /**
     * A way to send the batches of one request.
     *
     * @param requestId goes into the header {@value #REQUEST_ID_HEADER} of each record; null for none
     */
    public AcknowledgedOutput open(int accountId, int projectId, @Nullable String requestId) {
        return new RequestOutput(accountId, projectId, requestId);
    }

    /** Sends what is left, waits for it, and lets go of Kafka. */
    public void close() {
        stopped.countDown();
        KafkaProducer<byte[], byte[]> open = producer;
        if (open != null) {
            open.close(config.kafka().deliveryTimeout().plusSeconds(1));
        }
    }

    private KafkaProducer<byte[], byte[]> client() {
        KafkaProducer<byte[], byte[]> open = producer;
        if (open == null) {
            throw new IngestAbortedException("the gateway is turned off (lanelog.gateway.enabled)");
        }
        return open;
    }

    /** At most one batch under way. */
    private final class RequestOutput implements AcknowledgedOutput {
        private final int accountId;
        private final int projectId;
        private final @Nullable String requestId;
        private int partition = -1;
        private @Nullable Future<RecordMetadata> underWay;
        private int underWayRows;
        private long kept;

        private RequestOutput(int accountId, int projectId, @Nullable String requestId) {
            this.accountId = accountId;
            this.projectId = projectId;
            this.requestId = requestId;
        }

        @Override
        public void batch(byte[] value, int rows) {
            complete();
            try {
                if (partition < 0) {
                    partition = chooser.next(
                            accountId,
                            projectId,
                            client().partitionsFor(config.topicLogs()).size());
                }
                ProducerRecord<byte[], byte[]> sent = new ProducerRecord<>(config.topicLogs(), partition, null, value);
                if (requestId != null) {
                    sent.headers().add(REQUEST_ID_HEADER, requestId.getBytes(StandardCharsets.UTF_8));
                }
                underWay = client().send(sent);
                underWayRows = rows;
                batches.increment();
                bytes.increment(value.length);
            } catch (KafkaException | IllegalStateException e) {
                throw new IngestAbortedException("kafka does not take the rows: " + e.getMessage(), e);
            }
        }

        @Override
        public void complete() {
            Future<RecordMetadata> waiting = underWay;
            if (waiting == null) {
                return;
            }
            underWay = null;
            try {
                // The producer itself gives up after the delivery timeout; this is the belt to those braces.
                long longest = config.kafka().deliveryTimeout().plusSeconds(5).toMillis();
                waiting.get(longest, TimeUnit.MILLISECONDS);
                kept += underWayRows;
                lastAck = System.nanoTime();
            } catch (ExecutionException e) {
                throw new IngestAbortedException("kafka did not acknowledge the rows: " + e.getCause(), e);
            } catch (TimeoutException e) {
                throw new IngestAbortedException("kafka did not acknowledge the rows in time", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IngestAbortedException("interrupted while waiting for kafka", e);
            }
        }

        @Override
        public long rowsKept() {
            return kept;
        }
    }
}
