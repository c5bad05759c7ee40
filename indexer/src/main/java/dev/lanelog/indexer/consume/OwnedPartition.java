package dev.lanelog.indexer.consume;

import dev.lanelog.columnar.group.Group;
import dev.lanelog.columnar.group.GroupMerger;
import dev.lanelog.columnar.group.GroupOptions;
import dev.lanelog.columnar.io.ArrayGroupOutput;
import dev.lanelog.indexer.consume.CatalogWriter.Entry;
import dev.lanelog.indexer.flush.GroupFile;
import dev.lanelog.indexer.flush.GroupStore;
import dev.lanelog.indexer.head.Chunk;
import dev.lanelog.indexer.head.ChunkMergePolicy;
import dev.lanelog.indexer.head.Head;
import dev.lanelog.indexer.merge.FileMerger;
import dev.lanelog.indexer.serve.Held;
import dev.lanelog.proto.v1.LiveFile;
import dev.lanelog.proto.v1.Manifest;
import dev.lanelog.proto.v1.PartitionChange;
import dev.lanelog.proto.v1.Progress;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A partition that this indexer owns: its head, its live files and its catalog transactions. Every method is called by
 * the poll thread; files are built by workers, which hand their result back to it. What a flush or a merge changes
 * becomes visible in the feed in one event, after its transaction.
 */
final class OwnedPartition {
    private static final Logger LOG = Logger.getLogger(OwnedPartition.class);

    private final IndexerContext context;
    private final Executor pollThread;
    private final HeldFiles held;
    private final PartitionTransactions transactions;
    private final RecordIntake intake;
    private final Quarantine quarantine;
    private final ChunkMergePolicy chunkMerges;
    private final FileMerger files;

    private final int partition;
    private final long generation;
    private String topicId;
    private long progress;
    private long progressNanos;
    private Head head;
    private PartitionCondition condition;
    private String message = "";
    private final Map<String, Manifest> live = new LinkedHashMap<>();

    private boolean seekNeeded;
    private @Nullable Flush flush;
    private @Nullable Merge merge;
    private @Nullable Rebuilding rebuild;
    private boolean mergesHeld;
    private boolean chunkMergeRunning;
    private long retryNanos;
    private long mergeRetryNanos;
    private long rebuildRetryNanos;
    private volatile boolean dropped;

    private record Flush(String reason, List<Chunk> chunks, long toOffset, long startNanos) {}

    private record Merge(List<GroupFile> inputs, long startNanos) {}

    private record Rebuilding(RebuildPlan plan, long startNanos) {}

    /**
     * @param claimed the progress as this owner wrote it when it took over
     * @param live all live files of the partition
     */
    OwnedPartition(
            IndexerContext context,
            Executor pollThread,
            Ownership ownership,
            HeldFiles held,
            PartitionCommitter committer,
            Quarantine quarantine,
            Progress claimed,
            Collection<Manifest> live,
            PartitionCondition condition,
            String message) {
        this.context = context;
        this.pollThread = pollThread;
        this.held = held;
        this.quarantine = quarantine;
        this.chunkMerges = new ChunkMergePolicy(
                context.config().head().mergeFactor(), context.config().head().chunkRows());
        this.files = new FileMerger(
                context.store(),
                context.config().merge().splitRows(),
                context.config().merge().splitBytes().asLongValue());
        this.partition = claimed.getPartition();
        this.generation = claimed.getOwnerGeneration();
        this.transactions = new PartitionTransactions(context, partition, ownership, committer, this::block);
        this.topicId = claimed.getTopicId();
        this.progress = claimed.getNextOffset();
        this.intake = new RecordIntake(partition, context.config().head().chunkRows(), this::seal, this::quarantine);
        this.progressNanos = now();
        this.retryNanos = progressNanos;
        this.mergeRetryNanos = progressNanos;
        this.rebuildRetryNanos = progressNanos;
        this.head = newHead();
        this.condition = condition;
        this.message = message;
        for (Manifest m : live) {
            this.live.put(m.getFileId(), m);
        }
    }

    private Head newHead() {
        return new Head(GroupOptions.head(), progress, context.chunkIds());
    }

    private long now() {
        return context.nanoTime().getAsLong();
    }

    // ---- records in ----

    /** Adds a record. After it, {@link #takeSeek} must be asked. */
    void accept(ConsumerRecord<byte[], byte[]> record) {
        context.counters().records.increment();
        int rows = intake.accept(head, record, now());
        if (rows == RecordIntake.READ_AGAIN) {
            seekNeeded = true;
        } else {
            context.counters().rows.increment(rows);
        }
    }

    private void quarantine(ConsumerRecord<byte[], byte[]> record, Exception problem) {
        byte[] value = record.value() == null ? new byte[0] : record.value();
        quarantine.keep(record.topic(), partition, record.offset(), value, problem);
        context.counters().corruptRecords.increment();
    }

    /** Whether the consumer must go back to {@link #position}; asked once. */
    boolean takeSeek() {
        boolean was = seekNeeded;
        seekNeeded = false;
        return was;
    }

    /** The consumer is at {@code offset}: whatever lies between is no record of rows. */
    void passTo(long offset) {
        if (offset > head.end()) {
            head.skip(offset - 1);
        }
    }

    /** The next offset to consume. */
    long position() {
        return head.end();
    }

    private void seal() {
        Chunk chunk = head.seal();
        if (chunk != null) {
            publish(change().addAddChunks(chunk.describe()), List.of(chunk), List.of());
        }
    }

    // ---- time ----

    /** Does what is due. */
    void tick(long now, boolean headPressure) {
        transactions.resolve(now);
        if (head.openRows() > 0
                && now - head.openBornNanos()
                        >= context.config().head().chunkInterval().toNanos()) {
            sealOrIsolate();
        }
        mergeChunks();
        if (flush == null && !transactions.isUndecided() && now - retryNanos >= 0) {
            String due = flushDue(now, headPressure);
            if (due != null) {
                beginFlush(due);
            }
        }
    }

    private void sealOrIsolate() {
        try {
            seal();
        } catch (RuntimeException e) {
            intake.isolate(head, head.end(), e);
            seekNeeded = true;
        }
    }

    private @Nullable String flushDue(long now, boolean headPressure) {
        var settings = context.config().flush();
        if (head.sealedBytes() >= settings.bytes().asLongValue()) {
            return "bytes";
        }
        if (head.sealedRows() >= settings.rows()) {
            return "rows";
        }
        if (headPressure && head.sealedRows() > 0) {
            return "memory";
        }
        long age = settings.age().toNanos();
        List<Chunk> chunks = head.chunks();
        if (!chunks.isEmpty() && now - chunks.getFirst().bornNanos() >= age) {
            return "age";
        }
        boolean onlyEmpty = head.rows() == 0 && head.end() > progress;
        return onlyEmpty && now - progressNanos >= age ? "age" : null;
    }

    private void mergeChunks() {
        if (chunkMergeRunning) {
            return;
        }
        List<Chunk> chosen = chunkMerges.choose(head.thawedChunks());
        if (chosen.isEmpty()) {
            return;
        }
        chunkMergeRunning = true;
        context.flushWorkers().execute(() -> {
            byte[] merged = null;
            try {
                ArrayGroupOutput out = new ArrayGroupOutput();
                var unused = GroupMerger.merge(open(chosen), GroupOptions.head(), out, () -> dropped);
                merged = out.toByteArray();
            } catch (IOException | RuntimeException e) {
                LOG.warnf(e, "event=chunk-merge-failed partition=%d chunks=%d", partition, chosen.size());
            }
            byte[] bytes = merged;
            pollThread.execute(() -> chunksMerged(chosen, bytes));
        });
    }

    private void chunksMerged(List<Chunk> chosen, byte @Nullable [] bytes) {
        chunkMergeRunning = false;
        Chunk merged = bytes == null || dropped ? null : head.replace(chosen, bytes);
        if (merged != null) {
            PartitionChange.Builder change = change().addAddChunks(merged.describe());
            chosen.forEach(c -> change.addRemoveChunks(c.id()));
            publish(change, List.of(merged), chosen);
            context.counters().chunkMerges.increment();
        }
    }

    private static List<Group> open(List<Chunk> chunks) throws IOException {
        List<Group> groups = new ArrayList<>(chunks.size());
        for (Chunk chunk : chunks) {
            groups.add(chunk.open());
        }
        return groups;
    }

    // ---- flush ----

    /** Begins to make a file of all rows consumed so far, if there is something to flush and nothing under way. */
    void flushAll(String reason) {
        if (flush != null || transactions.isUndecided() || now() - retryNanos < 0) {
            return;
        }
        sealOrIsolate();
        if (head.end() > progress) {
            beginFlush(reason);
        }
    }

    private void beginFlush(String reason) {
        List<Chunk> chunks = head.freeze();
        if (chunks.isEmpty()) {
            commitEmpty();
            return;
        }
        Flush f = new Flush(reason, chunks, chunks.getLast().toOffset(), now());
        flush = f;
        GroupStore.Origin origin = new GroupStore.Origin(partition, topicId, progress, f.toOffset(), generation, 0);
        context.flushWorkers().execute(() -> {
            GroupFile file = null;
            Exception problem = null;
            try {
                file = context.store()
                        .write(origin, open(chunks), GroupOptions.file(), () -> dropped, (tenant, day) -> true);
            } catch (IOException | RuntimeException e) {
                problem = e;
            }
            GroupFile built = file;
            Exception failed = problem;
            pollThread.execute(() -> flushBuilt(f, built, failed));
        });
    }

    /** Moves the progress over records that had no rows. */
    private void commitEmpty() {
        if (head.rows() > 0 || head.end() <= progress) {
            return;
        }
        long to = head.end();
        transactions.commit(
                topicId,
                List.of(CatalogRecords.progress(progressAt(to))),
                to,
                view -> isProgress(view, to),
                () -> {
                    progress = to;
                    progressNanos = now();
                    if (head.rows() == 0) {
                        head.advanceEmpty();
                    }
                    publish(change(), List.of(), List.of());
                },
                () -> retryNanos = now() + context.config().flush().retry().toNanos());
    }

    private void flushBuilt(Flush f, @Nullable GroupFile file, @Nullable Exception problem) {
        if (dropped) {
            if (file != null) {
                context.store().discard(file);
            }
            return;
        }
        if (file == null) {
            flushFailed(f, problem == null ? "no file" : problem.toString());
            return;
        }
        List<Entry> entries =
                List.of(CatalogRecords.manifest(file.manifest()), CatalogRecords.progress(progressAt(f.toOffset())));
        transactions.commit(
                topicId, entries, f.toOffset(), view -> isProgress(view, f.toOffset()), () -> flushed(f, file), () -> {
                    context.store().discard(file);
                    flushFailed(f, "the catalog transaction was not committed");
                });
    }

    private void flushFailed(Flush f, String why) {
        flush = null;
        head.thaw();
        retryNanos = now() + context.config().flush().retry().toNanos();
        context.counters().flushFailures.increment();
        message = "flush failed: " + why;
        LOG.errorf(
                "event=flush-failed partition=%d from=%d to=%d retry_s=%d problem=\"%s\" remedy=\"rows stay in memory and"
                        + " in Kafka; make room on the disk or repair it\"",
                partition,
                progress,
                f.toOffset(),
                context.config().flush().retry().toSeconds(),
                why);
    }

    private void flushed(Flush f, GroupFile file) {
        flush = null;
        message = "";
        long from = progress;
        progress = f.toOffset();
        progressNanos = now();
        head.removeFrozen();
        Manifest m = file.manifest();
        PartitionChange.Builder change = change();
        putIn(file, change);
        f.chunks().forEach(c -> change.addRemoveChunks(c.id()));
        publish(change, List.of(file), f.chunks());
        var counters = context.counters();
        counters.flushes.increment();
        counters.flushedRows.increment(m.getRows());
        counters.flushedBytes.increment(m.getBytes());
        long nanos = now() - f.startNanos();
        counters.flushTime.record(Duration.ofNanos(nanos));
        LOG.infof(
                "event=flush partition=%d reason=%s from=%d to=%d rows=%d bytes=%d chunks=%d ms=%d file=%s",
                partition,
                f.reason(),
                from,
                progress,
                m.getRows(),
                m.getBytes(),
                f.chunks().size(),
                nanos / 1_000_000,
                m.getFileId());
    }

    // ---- merge ----

    /** Files that are live and here, so that they can be merged. */
    List<Manifest> mergeable() {
        List<Manifest> out = new ArrayList<>();
        if (mergesHeld || rebuild != null) {
            return out;
        }
        for (GroupFile file : held.in(partition)) {
            if (live.containsKey(file.id())) {
                out.add(file.manifest());
            }
        }
        return out;
    }

    boolean isMerging() {
        return merge != null;
    }

    /**
     * Begins to merge files, which must be {@link #mergeable}.
     *
     * @return false when it can't be done now
     */
    boolean beginMerge(List<Manifest> chosen) {
        if (merge != null || now() - mergeRetryNanos < 0) {
            return false;
        }
        List<GroupFile> inputs = new ArrayList<>();
        for (Manifest m : chosen) {
            GroupFile file = held.get(partition, m.getFileId());
            if (file == null || !file.pin()) {
                inputs.forEach(GroupFile::unpin);
                throw new IllegalStateException("file " + m.getFileId() + " is not held");
            }
            inputs.add(file);
        }
        Merge started = new Merge(inputs, now());
        merge = started;
        context.mergeWorkers().execute(() -> {
            List<GroupFile> outputs = List.of();
            Exception problem = null;
            try {
                outputs = files.merge(inputs, generation, () -> dropped);
            } catch (IOException | RuntimeException e) {
                problem = e;
            } finally {
                inputs.forEach(GroupFile::unpin);
            }
            List<GroupFile> built = outputs;
            Exception failed = problem;
            pollThread.execute(() -> mergeBuilt(started, built, failed));
        });
        return true;
    }

    private void mergeBuilt(Merge m, List<GroupFile> outputs, @Nullable Exception problem) {
        if (dropped || problem != null) {
            merge = null;
            discard(outputs, problem, this::mergeFailed);
            return;
        }
        swap(m.inputs().stream().map(GroupFile::manifest).toList(), outputs, () -> merged(m, outputs), () -> {
            merge = null;
            mergeFailed("the catalog transaction was not committed");
        });
    }

    private void mergeFailed(String why) {
        context.counters().mergeFailures.increment();
        mergeRetryNanos = now() + context.config().flush().retry().toNanos();
        LOG.errorf("event=merge-failed partition=%d problem=\"%s\"", partition, why);
    }

    private void merged(Merge m, List<GroupFile> outputs) {
        merge = null;
        long rows = rows(outputs);
        long bytes = 0;
        for (GroupFile file : outputs) {
            bytes += file.size();
        }
        context.counters().merges.increment();
        context.counters().mergedRows.increment(rows);
        long nanos = now() - m.startNanos();
        context.counters().mergeTime.record(Duration.ofNanos(nanos));
        LOG.infof(
                "event=merge partition=%d inputs=%d outputs=%d rows=%d bytes=%d ms=%d",
                partition, m.inputs().size(), outputs.size(), rows, bytes, nanos / 1_000_000);
    }

    // ---- files in the place of others ----

    private void discard(List<GroupFile> outputs, @Nullable Exception problem, Consumer<String> failed) {
        outputs.forEach(context.store()::discard);
        if (!dropped) {
            failed.accept(String.valueOf(problem));
        }
    }

    /**
     * Puts files in the place of others, in one transaction; waits for one that is undecided.
     *
     * @param replaced live files, wherever they are held; not empty
     * @param outputs files of this indexer; discarded when it is rejected
     * @param swapped run when it was done and published
     */
    private void swap(List<Manifest> replaced, List<GroupFile> outputs, Runnable swapped, Runnable rejected) {
        if (transactions.isUndecided()) {
            // One transaction at a time; come back when the other is decided.
            transactions.afterDecision(() -> {
                if (dropped) {
                    outputs.forEach(context.store()::discard);
                } else {
                    swap(replaced, outputs, swapped, rejected);
                }
            });
            return;
        }
        List<Entry> entries = new ArrayList<>();
        outputs.forEach(f -> entries.add(CatalogRecords.manifest(f.manifest())));
        replaced.forEach(m -> entries.add(CatalogRecords.tombstone(m)));
        transactions.commit(
                topicId,
                entries,
                -1,
                view -> isGone(view, replaced.getFirst()),
                () -> {
                    PartitionChange.Builder change = change();
                    outputs.forEach(f -> putIn(f, change));
                    publish(change, outputs, takeOut(replaced, change));
                    swapped.run();
                },
                () -> {
                    outputs.forEach(context.store()::discard);
                    rejected.run();
                });
    }

    private boolean isGone(CatalogView view, Manifest file) {
        return view.manifests(partition).stream().noneMatch(m -> m.getFileId().equals(file.getFileId()));
    }

    private void putIn(GroupFile file, PartitionChange.Builder change) {
        held.add(file);
        live.put(file.id(), file.manifest());
        change.addAddFiles(file.describe()).addAddLive(liveFile(file.manifest()));
    }

    /** Takes files out of what is live and held; returns those that were open here. */
    private List<GroupFile> takeOut(Collection<Manifest> files, PartitionChange.Builder change) {
        List<GroupFile> open = new ArrayList<>();
        for (Manifest m : files) {
            live.remove(m.getFileId());
            change.addRemoveLive(m.getFileId());
            GroupFile file = held.get(partition, m.getFileId());
            if (file == null) {
                held.forget(m.getFileId());
            } else {
                held.remove(file);
                change.addRemoveFiles(m.getFileId());
                open.add(file);
            }
        }
        return open;
    }

    private static long rows(Collection<GroupFile> files) {
        long rows = 0;
        for (GroupFile file : files) {
            rows += file.manifest().getRows();
        }
        return rows;
    }

    // ---- files made again from the log ----

    boolean isRebuilding() {
        return rebuild != null;
    }

    boolean isUndecided() {
        return transactions.isUndecided();
    }

    /** While true, no merge begins. */
    void holdMerges(boolean hold) {
        mergesHeld = hold;
    }

    /** Not before this time may a rebuild be tried again. */
    long rebuildRetryNanos() {
        return rebuildRetryNanos;
    }

    /** The live files, wherever they are held; a view. */
    Collection<Manifest> live() {
        return Collections.unmodifiableCollection(live.values());
    }

    /**
     * Begins to make files again. The old ones stay live until the new ones take their place in one transaction.
     *
     * @param observer told by the worker how far it is
     * @return false when it can't be done now
     */
    boolean beginRebuild(RebuildPlan plan, RangeIndexer.Observer observer) {
        if (rebuild != null || merge != null || transactions.isUndecided()) {
            return false;
        }
        Rebuilding started = new Rebuilding(plan, now());
        rebuild = started;
        LOG.infof(
                "event=rebuild-begins partition=%d from=%d to=%d files=%d rows=%d",
                partition, plan.fromOffset(), plan.toOffset(), plan.replaced().size(), plan.rows());
        context.rebuildWorkers().execute(() -> {
            List<GroupFile> outputs = List.of();
            Exception problem = null;
            try {
                observer.at(plan.fromOffset(), 0);
                outputs = new RangeIndexer(context, partition, topicId, generation, () -> dropped, observer)
                        .index(plan.fromOffset(), plan.toOffset());
            } catch (IOException | RuntimeException e) {
                problem = e;
            }
            List<GroupFile> built = outputs;
            Exception failed = problem;
            pollThread.execute(() -> rebuildBuilt(started, built, failed));
        });
        return true;
    }

    private void rebuildBuilt(Rebuilding r, List<GroupFile> outputs, @Nullable Exception problem) {
        if (dropped || problem != null) {
            rebuild = null;
            discard(outputs, problem, this::rebuildFailed);
            return;
        }
        swap(r.plan().replaced(), outputs, () -> rebuilt(r, outputs), () -> {
            rebuild = null;
            rebuildFailed("the catalog transaction was not committed");
        });
    }

    private void rebuildFailed(String why) {
        context.counters().rebuildFailures.increment();
        rebuildRetryNanos = now() + context.config().flush().retry().toNanos();
        LOG.errorf("event=rebuild-failed partition=%d problem=\"%s\"", partition, why);
    }

    private void rebuilt(Rebuilding r, List<GroupFile> outputs) {
        rebuild = null;
        long rows = rows(outputs);
        context.counters().rebuilds.increment();
        context.counters().rebuiltRows.increment(rows);
        long nanos = now() - r.startNanos();
        long before = r.plan().rows();
        LOG.infof(
                "event=rebuilt partition=%d from=%d to=%d replaced=%d files=%d rows=%d rows_before=%d ms=%d",
                partition,
                r.plan().fromOffset(),
                r.plan().toOffset(),
                r.plan().replaced().size(),
                outputs.size(),
                rows,
                before,
                nanos / 1_000_000);
        if (rows != before) {
            LOG.warnf(
                    "event=rebuilt-differs partition=%d rows=%d rows_before=%d problem=\"the log has other rows than the"
                            + " manifests of the replaced files say\"",
                    partition, rows, before);
        }
    }

    /**
     * Every file that a replay could make again was: takes the request out of the catalog.
     *
     * @param finished run when it was
     */
    void finishReplay(Runnable finished) {
        transactions.commit(
                topicId,
                List.of(CatalogRecords.rebuildDone(context.config().store(), partition)),
                -1,
                view -> view.rebuild(partition) == null,
                () -> {
                    mergesHeld = false;
                    finished.run();
                    LOG.infof("event=replayed partition=%d", partition);
                },
                () -> rebuildRetryNanos =
                        now() + context.config().flush().retry().toNanos());
    }

    /**
     * Takes files out of the store whose rows can't be had any more, as an operator asked.
     *
     * @return false when it could not be committed now
     */
    boolean giveUp(List<Manifest> lost) {
        if (transactions.isUndecided() || rebuild != null) {
            return false;
        }
        List<Entry> entries = new ArrayList<>();
        lost.forEach(m -> entries.add(CatalogRecords.tombstone(m)));
        boolean[] done = new boolean[1];
        transactions.commit(
                topicId,
                entries,
                -1,
                view -> isGone(view, lost.getFirst()),
                () -> {
                    done[0] = true;
                    PartitionChange.Builder change = change();
                    publish(change, List.of(), takeOut(lost, change));
                    lost.forEach(m -> LOG.warnf(
                            "event=file-given-up partition=%d file=%s rows=%d from=%d to=%d",
                            partition, m.getFileId(), m.getRows(), m.getFromOffset(), m.getToOffset()));
                },
                () -> {});
        return done[0];
    }

    // ---- catalog records ----

    private Progress progressAt(long nextOffset) {
        return Progress.newBuilder()
                .setStore(context.config().store())
                .setPartition(partition)
                .setTopicId(topicId)
                .setNextOffset(nextOffset)
                .setOwnerGeneration(generation)
                .setIndexerId(context.indexerId())
                .build();
    }

    private boolean isProgress(CatalogView view, long nextOffset) {
        Progress p = view.progress(partition);
        return p != null && p.getOwnerGeneration() == generation && p.getNextOffset() == nextOffset;
    }

    // ---- conditions ----

    /** Stops consuming until an operator acts; rows that are not in files are read again then. */
    void block(PartitionCondition why, String what) {
        condition = why;
        message = what;
        LOG.errorf(
                "event=partition-blocked partition=%d condition=%s problem=\"%s\" remedy=\"%s\"",
                partition, why, what, why.remedy());
        if (flush == null) {
            List<Chunk> chunks = head.chunks();
            head = newHead();
            PartitionChange.Builder change = change();
            chunks.forEach(c -> change.addRemoveChunks(c.id()));
            publish(change, List.of(), chunks);
        }
    }

    /**
     * Goes on at {@code offset} of topic {@code topic}, as an operator asked.
     *
     * @return false when it could not be committed
     */
    boolean resume(String topic, long offset) {
        if (transactions.isUndecided() || flush != null) {
            return false;
        }
        String oldTopic = topicId;
        long oldProgress = progress;
        topicId = topic;
        boolean[] done = new boolean[1];
        transactions.commit(
                topicId,
                List.of(CatalogRecords.progress(progressAt(offset))),
                offset,
                view -> isProgress(view, offset),
                () -> {
                    done[0] = true;
                    progress = offset;
                    progressNanos = now();
                    head = newHead();
                    condition = PartitionCondition.CONSUMING;
                    message = "";
                    seekNeeded = true;
                    publish(change(), List.of(), List.of());
                    LOG.warnf(
                            "event=partition-resumed partition=%d topic_id=%s from=%d old_topic_id=%s old_progress=%d",
                            partition, topic, offset, oldTopic, oldProgress);
                },
                () -> topicId = oldTopic);
        return done[0];
    }

    /** Gives the partition up: its head goes, its files stay. */
    void drop() {
        dropped = true;
        transactions.close();
        List<Chunk> chunks = head.chunks();
        PartitionChange.Builder change = PartitionChange.newBuilder()
                .setPartition(partition)
                .setTopicId(topicId)
                .setOwnerGeneration(generation)
                .setNextOffset(progress)
                .setHeadEnd(progress)
                .setGone(held.in(partition).isEmpty());
        chunks.forEach(c -> change.addRemoveChunks(c.id()));
        live.keySet().forEach(change::addRemoveLive);
        publish(change, List.of(), chunks);
    }

    // ---- the feed ----

    /** Shows the whole partition, as its owner. */
    void publishAll(Collection<GroupFile> newlyHeld) {
        PartitionChange.Builder change = change().setReset(true);
        held.in(partition).forEach(f -> change.addAddFiles(f.describe()));
        live.values().forEach(m -> change.addAddLive(liveFile(m)));
        publish(change, newlyHeld, List.of());
    }

    private PartitionChange.Builder change() {
        return PartitionChange.newBuilder()
                .setPartition(partition)
                .setOwner(true)
                .setOwnerGeneration(generation)
                .setTopicId(topicId)
                .setNextOffset(progress)
                .setHeadEnd(head.sealedEnd());
    }

    private void publish(
            PartitionChange.Builder change, Collection<? extends Held> added, Collection<? extends Held> removed) {
        context.feed().publish(List.of(change.build()), added, removed);
    }

    private static LiveFile liveFile(Manifest m) {
        return LiveFile.newBuilder()
                .setFileId(m.getFileId())
                .setIndexerId(m.getIndexerId())
                .build();
    }

    // ---- figures ----

    int partition() {
        return partition;
    }

    PartitionCondition condition() {
        return condition;
    }

    String topicId() {
        return topicId;
    }

    boolean isConsuming() {
        return condition == PartitionCondition.CONSUMING;
    }

    long progress() {
        return progress;
    }

    /** Whether a flush, a merge or an undecided transaction is under way. */
    boolean isBusy() {
        return flush != null || merge != null || rebuild != null || transactions.isUndecided();
    }

    boolean isFlushing() {
        return flush != null || transactions.isUndecided();
    }

    long headBytes() {
        return head.bytes();
    }

    PartitionStats stats(PauseReason pause, long lag) {
        long fileBytes = 0;
        for (GroupFile file : held.in(partition)) {
            fileBytes += file.size();
        }
        return new PartitionStats(
                partition,
                condition,
                message,
                pause,
                generation,
                progress,
                head.end(),
                lag,
                head.rows(),
                head.bytes(),
                held.in(partition).size(),
                fileBytes);
    }
}
