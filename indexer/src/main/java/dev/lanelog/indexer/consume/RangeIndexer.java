package dev.lanelog.indexer.consume;

import dev.lanelog.columnar.group.Group;
import dev.lanelog.columnar.group.GroupOptions;
import dev.lanelog.indexer.flush.GroupFile;
import dev.lanelog.indexer.flush.GroupStore;
import dev.lanelog.indexer.head.Chunk;
import dev.lanelog.indexer.head.Head;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;

/**
 * Makes files of a part of a partition's log, once more, beside the consumer that follows its end. Blocks; for a worker
 * thread. Nothing that it makes is live.
 */
final class RangeIndexer {
    private static final Logger LOG = Logger.getLogger(RangeIndexer.class);
    private static final Duration POLL = Duration.ofMillis(200);

    private final IndexerContext context;
    private final int partition;
    private final String topicId;
    private final long generation;
    private final BooleanSupplier cancelled;
    private final Observer observer;
    private final RecordIntake intake;
    private final List<GroupFile> files = new ArrayList<>();
    private Head head;
    private long fileStart;
    private long rows;

    /** Told how far it is, after each file and now and then. */
    interface Observer {
        /**
         * @param nextOffset the next offset to read
         * @param rows rows read up to now
         */
        void at(long nextOffset, long rows);
    }

    RangeIndexer(
            IndexerContext context,
            int partition,
            String topicId,
            long generation,
            BooleanSupplier cancelled,
            Observer observer) {
        this.context = context;
        this.partition = partition;
        this.topicId = topicId;
        this.generation = generation;
        this.cancelled = cancelled;
        this.observer = observer;
        this.intake = new RecordIntake(partition, context.config().head().chunkRows(), this::seal, this::skipped);
        this.head = new Head(GroupOptions.head(), 0, context.chunkIds());
    }

    /**
     * Reads {@code [from, to)} and writes its rows to files of at most about as many rows as a flush.
     *
     * @return the files, none when there are no rows
     * @throws IOException or a runtime exception when it failed or was cancelled; nothing of it is left
     */
    List<GroupFile> index(long from, long to) throws IOException {
        head = new Head(GroupOptions.head(), from, context.chunkIds());
        fileStart = from;
        TopicPartition tp = new TopicPartition(context.config().logsTopic(), partition);
        Consumer<byte[], byte[]> consumer = context.clients().again();
        try {
            consumer.assign(List.of(tp));
            consumer.seek(tp, from);
            while (consumer.position(tp) < to) {
                if (cancelled.getAsBoolean()) {
                    throw new CancellationException("the partition was given up");
                }
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    if (record.offset() >= to) {
                        break;
                    }
                    if (!accept(record)) {
                        consumer.seek(tp, head.end());
                        break;
                    }
                }
                observer.at(head.end(), rows);
            }
            seal();
            writeFile(to);
            return files;
        } catch (IOException | RuntimeException e) {
            files.forEach(context.store()::discard);
            throw e;
        } finally {
            consumer.close(CloseOptions.timeout(Duration.ofSeconds(1)));
        }
    }

    /** False when reading must go on at the head's end. */
    private boolean accept(ConsumerRecord<byte[], byte[]> record) throws IOException {
        int open = head.openRows();
        int taken = intake.accept(head, record, context.nanoTime().getAsLong());
        if (taken == RecordIntake.READ_AGAIN) {
            rows -= open;
            return false;
        }
        rows += taken;
        if (head.sealedRows() >= context.config().flush().rows()
                || head.sealedBytes() >= context.config().flush().bytes().asLongValue()) {
            seal();
            writeFile(head.sealedEnd());
        }
        return true;
    }

    private void seal() {
        var unused = head.seal();
    }

    /** It was put in quarantine when it was first read. */
    private void skipped(ConsumerRecord<byte[], byte[]> record, Exception problem) {
        LOG.warnf("event=record-skipped partition=%d offset=%d problem=\"%s\"", partition, record.offset(), problem);
    }

    private void writeFile(long to) throws IOException {
        List<Chunk> chunks = head.freeze();
        if (chunks.isEmpty()) {
            return;
        }
        List<Group> groups = new ArrayList<>(chunks.size());
        for (Chunk chunk : chunks) {
            groups.add(chunk.open());
        }
        GroupStore.Origin origin = new GroupStore.Origin(partition, topicId, fileStart, to, generation, 0);
        files.add(context.store().write(origin, groups, GroupOptions.file(), cancelled, (tenant, day) -> true));
        head.removeFrozen();
        fileStart = to;
    }
}
