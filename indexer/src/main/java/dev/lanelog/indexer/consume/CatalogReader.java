package dev.lanelog.indexer.consume;

import com.google.protobuf.InvalidProtocolBufferException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** Follows the catalog topic. Keeps its place, so that a second reading only takes what is new. Not thread-safe. */
public final class CatalogReader implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);

    private final Consumer<String, byte[]> consumer;
    private final Admin admin;
    private final TopicPartition partition;
    private final Duration timeout;
    private final LongSupplier nanoTime;
    private final CatalogView view;

    /**
     * @param timeout bound of one reading; must outlast the transactions of others (10 s)
     */
    public CatalogReader(
            KafkaClients clients, Admin admin, String topic, String store, Duration timeout, LongSupplier nanoTime) {
        this.consumer = clients.catalog();
        this.admin = admin;
        this.partition = new TopicPartition(topic, 0);
        this.timeout = timeout;
        this.nanoTime = nanoTime;
        this.view = new CatalogView(store);
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
    }

    /**
     * Reads every record that was written before the call and whose transaction is committed. The end is the log's, not
     * that of the last decided transaction: behind another partition's open transaction there may be committed records
     * of ours, so that one is waited for.
     *
     * @return the view, which the next call changes
     * @throws CatalogException when the end was not reached in time or a record is damaged
     */
    public CatalogView readToEnd() throws CatalogException {
        long deadline = nanoTime.getAsLong() + timeout.toNanos();
        try {
            long end = endOffset();
            while (consumer.position(partition) < end) {
                if (nanoTime.getAsLong() - deadline > 0) {
                    throw new CatalogException("catalog " + partition + " was read to offset "
                            + consumer.position(partition) + " of " + end + " within " + timeout.toSeconds()
                            + " s: a transaction in it stays open, or the brokers are too slow");
                }
                for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
                    apply(record);
                }
            }
            return view;
        } catch (KafkaException e) {
            throw new CatalogException("catalog " + partition + " can't be read: " + e.getMessage(), e);
        }
    }

    /**
     * Takes what has arrived, without waiting and without reaching for the end.
     *
     * @return the view, which the next call changes
     * @throws CatalogException when a record is damaged or the brokers refuse
     */
    public CatalogView follow() throws CatalogException {
        try {
            for (ConsumerRecord<String, byte[]> record : consumer.poll(Duration.ZERO)) {
                apply(record);
            }
            return view;
        } catch (KafkaException e) {
            throw new CatalogException("catalog " + partition + " can't be read: " + e.getMessage(), e);
        }
    }

    private void apply(ConsumerRecord<String, byte[]> record) throws CatalogException {
        if (record.key() == null) {
            return;
        }
        try {
            view.apply(record.key(), record.value());
        } catch (InvalidProtocolBufferException | NumberFormatException | StringIndexOutOfBoundsException e) {
            throw new CatalogException(
                    "catalog " + partition + " offset " + record.offset() + " key " + record.key()
                            + " is not a catalog record; if something else writes to the topic, stop it and delete the key",
                    e);
        }
    }

    private long endOffset() throws CatalogException {
        try {
            return admin.listOffsets(
                            Map.of(partition, OffsetSpec.latest()),
                            new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED))
                    .partitionResult(partition)
                    .get(timeout.toMillis(), TimeUnit.MILLISECONDS)
                    .offset();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CatalogException("interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new CatalogException("the end of catalog " + partition + " can't be had: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        consumer.close(CloseOptions.timeout(Duration.ofSeconds(2)));
    }
}
