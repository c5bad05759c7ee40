package dev.lanelog.query.catalog;

import com.google.protobuf.InvalidProtocolBufferException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Reads the catalog topic from its beginning, committed records only, and goes on following it. Each change is handed
 * on as a whole {@link Catalog}; the first one is {@code complete} when the end that the topic had at the start of
 * reading was reached. The client rides out broker restarts; whatever it can't ride out begins the reading again, during
 * which the last known catalog stays.
 */
final class CatalogFeed implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(CatalogFeed.class);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration ASK = Duration.ofSeconds(5);
    private static final long PAUSE_MS = 1_000;
    private static final long TOPIC_PAUSE_MS = 100;
    private static final long LOG_PARTITIONS_NS = TimeUnit.SECONDS.toNanos(10);

    private final String bootstrap;
    private final String store;
    private final String catalogTopic;
    private final String logsTopic;
    private final Consumer<Catalog> listener;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final LongAdder badRecords = new LongAdder();
    private final Thread thread;

    private volatile boolean closing;
    private volatile boolean complete;
    private volatile String problem = "the catalog topic is being read";
    private volatile @Nullable KafkaConsumer<String, byte[]> consumer;

    /**
     * @param listener hears of each newer catalog, on the feed's thread
     */
    CatalogFeed(String bootstrap, String store, String catalogTopic, String logsTopic, Consumer<Catalog> listener) {
        this.bootstrap = bootstrap;
        this.store = store;
        this.catalogTopic = catalogTopic;
        this.logsTopic = logsTopic;
        this.listener = listener;
        this.thread = Thread.ofPlatform().name("catalog-feed").daemon().unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /** Whether the end of the topic was reached once. */
    boolean complete() {
        return complete;
    }

    /** Why it is not {@link #complete}, for the readiness check. */
    String problem() {
        return problem;
    }

    long badRecords() {
        return badRecords.sum();
    }

    private void run() {
        try {
            while (!closing) {
                try (KafkaConsumer<String, byte[]> opened = open()) {
                    consumer = opened;
                    follow(opened);
                } catch (WakeupException | InterruptException e) {
                    LOG.debug("catalog feed woken up", e);
                } catch (KafkaException e) {
                    problem = e.getMessage() == null ? e.toString() : e.getMessage();
                    LOG.warnf("catalog feed restarts topic=%s reason=\"%s\"", catalogTopic, problem);
                    pause(PAUSE_MS);
                } catch (RuntimeException e) {
                    problem = e.toString();
                    LOG.errorf(e, "catalog feed failed and restarts topic=%s", catalogTopic);
                    pause(PAUSE_MS);
                } finally {
                    consumer = null;
                }
            }
        } finally {
            stopped.countDown();
        }
    }

    private void pause(long millis) {
        try {
            if (!closing) {
                TimeUnit.MILLISECONDS.sleep(millis);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private KafkaConsumer<String, byte[]> open() {
        return new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrap,
                        ConsumerConfig.CLIENT_ID_CONFIG,
                        "lanelog-query-catalog",
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed",
                        // A topic that was made anew must be read anew, not continued somewhere.
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                        "none",
                        ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                        false,
                        ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
                        200,
                        ConsumerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG,
                        1_000),
                new StringDeserializer(),
                new ByteArrayDeserializer());
    }

    /** At the first start of all, an indexer is just creating it: looked for in short steps. False when closing. */
    private boolean awaitTopic(KafkaConsumer<String, byte[]> opened) {
        boolean said = false;
        while (!closing) {
            if (partitions(opened, catalogTopic) > 0) {
                return true;
            }
            problem = "topic " + catalogTopic + " does not exist yet: the first indexer creates it";
            if (!said) {
                LOG.infof("catalog feed waits topic=%s reason=\"%s\"", catalogTopic, problem);
                said = true;
            }
            pause(TOPIC_PAUSE_MS);
        }
        return false;
    }

    private void follow(KafkaConsumer<String, byte[]> opened) {
        TopicPartition partition = new TopicPartition(catalogTopic, 0);
        if (!awaitTopic(opened)) {
            return;
        }
        opened.assign(List.of(partition));
        opened.seekToBeginning(List.of(partition));
        long end = opened.endOffsets(List.of(partition), ASK).getOrDefault(partition, 0L);
        CatalogState state = new CatalogState(store);
        int logPartitions = partitions(opened, logsTopic);
        long askedNs = System.nanoTime();
        boolean reached = false;
        while (!closing) {
            ConsumerRecords<String, byte[]> records = opened.poll(POLL);
            boolean changed = false;
            for (ConsumerRecord<String, byte[]> one : records) {
                changed |= apply(state, one);
            }
            if (System.nanoTime() - askedNs > LOG_PARTITIONS_NS) {
                int newer = partitions(opened, logsTopic);
                changed |= newer != logPartitions;
                logPartitions = newer;
                askedNs = System.nanoTime();
            }
            boolean nowReached = reached || opened.position(partition, ASK) >= end;
            if (nowReached && (changed || !reached)) {
                listener.accept(state.toCatalog(true, logPartitions));
                if (!reached) {
                    LOG.infof(
                            "catalog read topic=%s store=%s end=%d logPartitions=%d",
                            catalogTopic, store, end, logPartitions);
                }
                complete = true;
            }
            reached = nowReached;
        }
    }

    private boolean apply(CatalogState state, ConsumerRecord<String, byte[]> one) {
        if (one.key() == null) {
            return false;
        }
        try {
            return state.apply(one.key(), one.value());
        } catch (InvalidProtocolBufferException | NumberFormatException e) {
            badRecords.increment();
            LOG.errorf(
                    "catalog record can't be read and is passed over topic=%s offset=%d key=%s reason=\"%s\"",
                    catalogTopic, one.offset(), one.key(), e.getMessage());
            return false;
        }
    }

    private static int partitions(KafkaConsumer<String, byte[]> opened, String topic) {
        try {
            List<PartitionInfo> found = opened.partitionsFor(topic, ASK);
            return found == null ? 0 : found.size();
        } catch (UnknownTopicOrPartitionException e) {
            return 0;
        }
    }

    @Override
    public void close() {
        closing = true;
        KafkaConsumer<String, byte[]> current = consumer;
        if (current != null) {
            current.wakeup();
        }
        thread.interrupt();
        try {
            if (!stopped.await(5, TimeUnit.SECONDS) && thread.isAlive()) {
                LOG.warn("catalog feed did not stop within 5 s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
