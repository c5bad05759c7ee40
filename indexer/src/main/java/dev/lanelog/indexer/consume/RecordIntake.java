package dev.lanelog.indexer.consume;

import dev.lanelog.columnar.group.RowBlock;
import dev.lanelog.indexer.head.Head;
import dev.lanelog.proto.batch.CorruptBatchException;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jboss.logging.Logger;

/**
 * Adds records to a head so that a bad one costs only itself: what can't be decoded is left out, and rows that can't be
 * encoded together are read again one by one until the one at fault is found and left out. One thread at a time.
 */
final class RecordIntake {
    /** Nothing was taken: records must be read again from the head's end on. */
    static final int READ_AGAIN = -1;

    private static final Logger LOG = Logger.getLogger(RecordIntake.class);

    private final int partition;
    private final int chunkRows;
    private final Runnable seal;
    private final BiConsumer<ConsumerRecord<byte[], byte[]>, Exception> leftOut;
    /** Records below are sealed one by one, to find the one that can't be encoded. */
    private long isolateUntil;

    /**
     * @param chunkRows rows of a chunk
     * @param seal seals the head's open chunk
     * @param leftOut told of each record that is left out, and why
     */
    RecordIntake(
            int partition,
            int chunkRows,
            Runnable seal,
            BiConsumer<ConsumerRecord<byte[], byte[]>, Exception> leftOut) {
        this.partition = partition;
        this.chunkRows = chunkRows;
        this.seal = seal;
        this.leftOut = leftOut;
    }

    /** Rows that were added, 0 for a record that was left out, or {@link #READ_AGAIN}. */
    int accept(Head head, ConsumerRecord<byte[], byte[]> record, long nowNanos) {
        RowBlock block;
        try {
            if (record.value() == null) {
                throw new CorruptBatchException("the record has no value");
            }
            block = BatchBlocks.decode(record.value());
        } catch (CorruptBatchException | RuntimeException e) {
            leaveOut(head, record, e);
            return 0;
        }
        boolean alone = head.openRecords() == 0;
        try {
            head.add(block, record.offset(), nowNanos);
            if (head.openRows() >= chunkRows || record.offset() < isolateUntil) {
                seal.run();
            }
            return block.rows();
        } catch (RuntimeException e) {
            if (!alone) {
                isolate(head, record.offset() + 1, e);
                return READ_AGAIN;
            }
            head.dropOpen();
            leaveOut(head, record, e);
            return 0;
        }
    }

    private void leaveOut(Head head, ConsumerRecord<byte[], byte[]> record, Exception problem) {
        leftOut.accept(record, problem);
        head.skip(record.offset());
    }

    /**
     * Drops the open chunk, whose records can't be encoded together.
     *
     * @param until one past the last of them
     */
    void isolate(Head head, long until, RuntimeException problem) {
        LOG.warnf(
                "event=isolate partition=%d from=%d to=%d problem=\"rows can't be encoded together; reading again one by"
                        + " one: %s\"",
                partition, head.dropOpen(), until, problem);
        isolateUntil = until;
    }
}
