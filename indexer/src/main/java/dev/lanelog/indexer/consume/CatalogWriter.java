package dev.lanelog.indexer.consume;

import dev.lanelog.proto.v1.CatalogRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.jspecify.annotations.Nullable;

/**
 * Writes the catalog records of one partition in transactions, under the partition's transactional id. {@link #init}
 * aborts what the previous owner left open and fences it. Used by the poll thread only.
 */
final class CatalogWriter implements AutoCloseable {
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

    private final String topic;
    private final Producer<String, byte[]> producer;

    /** A key with its new value; null removes it. */
    record Entry(String key, @Nullable CatalogRecord record) {}

    /** The consumer group's mirror of the progress. */
    record GroupOffset(TopicPartition partition, long offset, ConsumerGroupMetadata group) {}

    CatalogWriter(String catalogTopic, Producer<String, byte[]> producer) {
        this.topic = catalogTopic;
        this.producer = producer;
    }

    /** Fences the previous owner; when it returns, every transaction of it is decided. */
    void init() {
        producer.initTransactions();
    }

    /**
     * All entries, and the offset if given, or nothing.
     *
     * @throws FencedException another owner took over; this writer is of no more use
     * @throws RejectedException nothing was written; may be tried again once ownership was checked
     * @throws UnknownOutcomeException whether it was written is not known: a new writer must take over and read the
     *     catalog
     */
    void commit(List<Entry> entries, @Nullable GroupOffset offset)
            throws FencedException, RejectedException, UnknownOutcomeException {
        boolean committing = false;
        try {
            producer.beginTransaction();
            for (Entry e : entries) {
                byte[] value = e.record() == null ? null : e.record().toByteArray();
                // Errors of a send surface in commitTransaction.
                var unused = producer.send(new ProducerRecord<>(topic, e.key(), value));
            }
            if (offset != null) {
                producer.sendOffsetsToTransaction(
                        Map.of(offset.partition(), new OffsetAndMetadata(offset.offset())), offset.group());
            }
            committing = true;
            producer.commitTransaction();
        } catch (ProducerFencedException | InvalidProducerEpochException e) {
            throw new FencedException(e);
        } catch (KafkaException | IllegalStateException e) {
            abort(e, committing);
        }
    }

    private void abort(RuntimeException cause, boolean committing)
            throws FencedException, RejectedException, UnknownOutcomeException {
        if (isFencing(cause)) {
            throw new FencedException(cause);
        }
        if (committing && !(cause instanceof CommitFailedException)) {
            // The end of the transaction may have reached the broker.
            throw new UnknownOutcomeException(cause);
        }
        try {
            producer.abortTransaction();
        } catch (ProducerFencedException | InvalidProducerEpochException e) {
            throw new FencedException(e);
        } catch (KafkaException | IllegalStateException e) {
            if (isFencing(e)) {
                throw new FencedException(e);
            }
            throw new UnknownOutcomeException(e);
        }
        throw new RejectedException(cause);
    }

    private static boolean isFencing(Throwable error) {
        for (Throwable t = error; t != null; t = t.getCause()) {
            if (t instanceof ProducerFencedException || t instanceof InvalidProducerEpochException) {
                return true;
            }
        }
        return false;
    }

    /** Gives up an open transaction without asking the broker; the next owner aborts it. */
    @Override
    public void close() {
        producer.close(CLOSE_TIMEOUT);
    }

    /** Another owner of the partition took over. */
    static final class FencedException extends Exception {
        private static final long serialVersionUID = 1;

        FencedException(Throwable cause) {
            super(cause);
        }
    }

    /** The transaction was aborted. */
    static final class RejectedException extends Exception {
        private static final long serialVersionUID = 1;

        RejectedException(Throwable cause) {
            super(cause);
        }
    }

    /** The transaction may or may not have been committed. */
    static final class UnknownOutcomeException extends Exception {
        private static final long serialVersionUID = 1;

        UnknownOutcomeException(Throwable cause) {
            super(cause);
        }
    }
}
