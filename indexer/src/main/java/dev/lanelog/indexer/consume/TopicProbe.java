package dev.lanelog.indexer.consume;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** Questions about the {@code logs} topic and the brokers. Every answer is waited for within a bound. */
final class TopicProbe {
    /** Transactions that bump the producer epoch each time (KIP-890): a late write of an aborted one can't slip in. */
    private static final short TRANSACTION_VERSION = 2;

    private final Admin admin;
    private final String topic;
    private final Duration timeout;

    /** The log of a partition: offsets {@code [start, end)}. */
    record LogRange(long start, long end) {}

    /** The topic as it is now. */
    record Topic(String id, int partitions) {}

    TopicProbe(Admin admin, String topic, Duration timeout) {
        this.admin = admin;
        this.topic = topic;
        this.timeout = timeout;
    }

    /**
     * Fails when the brokers are too old.
     *
     * @throws CatalogException with what to do about it
     */
    void checkBrokers() throws CatalogException {
        FinalizedVersionRange range = get(admin.describeFeatures().featureMetadata(), "features")
                .finalizedFeatures()
                .get("transaction.version");
        if (range == null || range.maxVersionLevel() < TRANSACTION_VERSION) {
            throw new CatalogException("the brokers have transaction.version "
                    + (range == null ? "none" : range.maxVersionLevel())
                    + ", at least " + TRANSACTION_VERSION + " is needed: use Kafka 4.0 or later and run"
                    + " kafka-features.sh upgrade --feature transaction.version=2");
        }
    }

    Topic describe() throws CatalogException {
        TopicDescription d = get(admin.describeTopics(List.of(topic)).allTopicNames(), "topic " + topic)
                .get(topic);
        if (d == null) {
            throw new CatalogException("topic " + topic + " has no description");
        }
        return new Topic(d.topicId().toString(), d.partitions().size());
    }

    Map<Integer, LogRange> ranges(Collection<Integer> partitions) throws CatalogException {
        Map<TopicPartition, OffsetSpec> earliest = new HashMap<>();
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        for (int p : partitions) {
            earliest.put(new TopicPartition(topic, p), OffsetSpec.earliest());
            latest.put(new TopicPartition(topic, p), OffsetSpec.latest());
        }
        // What lies behind an open transaction is in the log, too.
        ListOffsetsOptions all = new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED);
        ListOffsetsResult starts = admin.listOffsets(earliest, all);
        ListOffsetsResult ends = admin.listOffsets(latest, all);
        Map<Integer, LogRange> out = new HashMap<>();
        for (int p : partitions) {
            TopicPartition tp = new TopicPartition(topic, p);
            out.put(
                    p,
                    new LogRange(
                            get(starts.partitionResult(tp), "start of " + tp).offset(),
                            get(ends.partitionResult(tp), "end of " + tp).offset()));
        }
        return out;
    }

    /** Ends of partitions' logs, without waiting. */
    KafkaFuture<Map<TopicPartition, ListOffsetsResultInfo>> ends(Collection<Integer> partitions) {
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        partitions.forEach(p -> latest.put(new TopicPartition(topic, p), OffsetSpec.latest()));
        return admin.listOffsets(latest, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
                .all();
    }

    private <T> T get(KafkaFuture<T> future, String what) throws CatalogException {
        try {
            return future.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CatalogException("interrupted while asking the brokers for " + what, e);
        } catch (ExecutionException e) {
            throw new CatalogException("the brokers did not tell the " + what + ": " + e.getCause(), e);
        } catch (TimeoutException e) {
            throw new CatalogException(
                    "the brokers did not tell the " + what + " within " + timeout.toSeconds() + " s", e);
        }
    }
}
