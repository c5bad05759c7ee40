package dev.lanelog.indexer.consume;

import dev.lanelog.indexer.config.Assignment;
import dev.lanelog.indexer.consume.CatalogWriter.GroupOffset;
import dev.lanelog.indexer.consume.TopicProbe.LogRange;
import dev.lanelog.indexer.consume.TopicProbe.Topic;
import dev.lanelog.indexer.flush.GroupFile;
import dev.lanelog.proto.v1.IndexerInfo;
import dev.lanelog.proto.v1.Manifest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The poll thread: the one place where records are polled, ownership is checked and transactions are committed, because
 * the brokers do not check that a committer owns a partition. Workers and other threads hand it tasks through {@link
 * #execute}.
 */
public final class ConsumeLoop implements Runnable, Ownership {
    private static final Logger LOG = Logger.getLogger(ConsumeLoop.class);
    private static final Duration POLL = Duration.ofMillis(50);
    private static final long SECOND = 1_000_000_000L;
    private static final long FOLLOW_NANOS = SECOND / 4;
    private final IndexerContext context;
    private final Admin admin;
    private final Introduction introduction;
    private final TopicProbe probe;
    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final HeldFiles held = new HeldFiles();
    private final MergeScheduler merges;
    private final ForcedFlushes flushes = new ForcedFlushes();
    private final Pauses pauses;
    private final Quarantine quarantine;
    private final RebuildScheduler rebuilds;
    /** Live files of partitions of others, as the catalog said when it was last looked at. */
    private Set<String> seenLive = new HashSet<>();

    private final Map<Integer, PartitionSlot> slots = new TreeMap<>();
    private final CompletableFuture<Void> stopped = new CompletableFuture<>();

    private volatile boolean stopping;
    private volatile Status status = new Status(false, "starting", List.of(), Map.of(), Map.of());
    private @Nullable Consumer<byte[], byte[]> consumer;
    private @Nullable CatalogReader catalog;
    private @Nullable Takeover takeover;
    private @Nullable KafkaFuture<Map<TopicPartition, ListOffsetsResultInfo>> logEnds;
    /** Partitions of the topic as far as it is known. */
    private int partitions;

    private long housekeepingNanos;
    private long followNanos;
    private int failures;

    /**
     * How the indexer is doing.
     *
     * @param started whether the brokers were checked and the catalog was read
     * @param problem what keeps it from working; empty when nothing does
     * @param lostFiles files that should be here and can't be served: file id and why
     * @param lostRows why lost files of an owned partition can't be made again from the log, by partition
     */
    public record Status(
            boolean started,
            String problem,
            List<PartitionStats> partitions,
            Map<String, String> lostFiles,
            Map<Integer, String> lostRows) {}

    /**
     * @param info where this indexer is, written to the catalog at start
     */
    public ConsumeLoop(IndexerContext context, Admin admin, IndexerInfo info) {
        this.context = context;
        this.admin = admin;
        this.introduction = new Introduction(context, admin, info);
        var config = context.config();
        this.probe = new TopicProbe(admin, config.logsTopic(), config.kafkaTimeout());
        this.merges = new MergeScheduler(config.merge(), context.nanoTime().getAsLong());
        this.pauses = new Pauses(config, context.freeDisk());
        this.housekeepingNanos = context.nanoTime().getAsLong();
        this.followNanos = housekeepingNanos;
        this.rebuilds = new RebuildScheduler(context, probe, held);
        this.quarantine = new Quarantine(
                context.disk(),
                context.store().quarantine(),
                config.quarantineBytes().asLongValue());
    }

    // ---- other threads ----

    /** Runs a task on the poll thread, soon. */
    public void execute(Runnable task) {
        tasks.add(task);
    }

    public Status status() {
        return status;
    }

    /** Done when every row that is in the log now is in a live file. */
    public CompletableFuture<Void> forceFlush() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        execute(() -> beginForcedFlush(done));
        return done;
    }

    /** Done when no two files of a partition can be merged any more. */
    public CompletableFuture<Void> forceMerge() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        execute(() -> merges.force(done));
        return done;
    }

    /** Goes on with a partition that waits for an operator; done with what was decided. */
    public CompletableFuture<String> resumePartition(int partition) {
        return ask(() -> resume(partition));
    }

    /** Takes lost files of a partition out of the store that can't be made again; done with what was given up. */
    public CompletableFuture<String> giveUpLostFiles(int partition) {
        return ask(() -> giveUpFiles(partition));
    }

    /** Declares an indexer gone for good, so that owners make its files again from the log; done with what was written. */
    public CompletableFuture<String> forgetIndexer(String indexerId) {
        return ask(() -> forget(indexerId));
    }

    /** What an operator asks of the poll thread. */
    private interface Request {
        String run() throws CatalogException;
    }

    private CompletableFuture<String> ask(Request request) {
        CompletableFuture<String> done = new CompletableFuture<>();
        execute(() -> {
            try {
                done.complete(request.run());
            } catch (CatalogException | RuntimeException e) {
                done.completeExceptionally(e);
            }
        });
        return done;
    }

    /** Begins to flush everything and end; done when it has. */
    public CompletableFuture<Void> stop() {
        stopping = true;
        return stopped;
    }

    // ---- the poll thread ----

    @Override
    public void run() {
        try {
            while (!stopping && !start()) {
                runTasks(SECOND);
            }
            while (!stopping) {
                try {
                    turn();
                    failures = 0;
                } catch (RuntimeException e) {
                    recover(e);
                }
            }
            drain();
        } catch (RuntimeException | Error e) {
            LOG.errorf(e, "event=poll-thread-died remedy=\"restart the indexer and report this\"");
            status = new Status(false, "the poll thread died: " + e, List.of(), held.lost(), Map.of());
            throw e;
        } finally {
            close();
            stopped.complete(null);
        }
    }

    /** Everything that needs the brokers before the first poll. */
    private boolean start() {
        try {
            introduction.ensureTopics();
            probe.checkBrokers();
            Topic topic = probe.describe();
            CatalogReader reader = catalog;
            if (reader == null) {
                reader = new CatalogReader(
                        context.clients(),
                        admin,
                        context.config().catalogTopic(),
                        context.config().store(),
                        // Longer than a dead owner's transaction can hold the catalog up.
                        context.config().kafkaTimeout().plusSeconds(20),
                        context.nanoTime());
                catalog = reader;
            }
            Takeover t = new Takeover(context, reader, probe, held, quarantine, this::execute, this);
            t.adoptAll();
            introduction.announce(held.lost().keySet());
            takeover = t;
            if (consumer != null) {
                consumer.close(CloseOptions.timeout(Duration.ZERO));
            }
            Consumer<byte[], byte[]> c = context.clients().batches();
            consumer = c;
            if (context.config().assignment() == Assignment.ALL) {
                partitions = topic.partitions();
                growAssignment();
            } else {
                c.subscribe(List.of(context.config().logsTopic()), new Rebalance());
            }
            LOG.infof(
                    "event=started store=%s indexer=%s assignment=%s topic=%s topic_id=%s partitions=%d",
                    context.config().store(),
                    context.indexerId(),
                    context.config().assignment(),
                    context.config().logsTopic(),
                    topic.id(),
                    topic.partitions());
            publishStatus();
            return true;
        } catch (CatalogException | RuntimeException e) {
            LOG.warnf("event=start-failed retry_s=1 problem=\"%s\"", e.getMessage());
            status = new Status(false, String.valueOf(e.getMessage()), List.of(), held.lost(), Map.of());
            return false;
        }
    }

    private void turn() {
        runTasks(0);
        growAssignment();
        retryTakeovers();
        choosePauses();
        poll();
        long now = now();
        PartitionSlot fullest = pauses.toFlush(slots.values());
        for (PartitionSlot slot : slots.values()) {
            if (slot.owned != null) {
                slot.owned.tick(now, slot == fullest);
                seekIfNeeded(slot.owned);
            }
        }
        dropFenced();
        merges.schedule(slots, now);
        followCatalog(now);
        if (now - housekeepingNanos >= 0) {
            housekeepingNanos = now + SECOND / 2;
            context.feed().reclaim();
            askLogEnds();
        }
        publishStatus();
        // After the status, so that who waited for a flush finds it there.
        flushes.serve(slots);
    }

    /** What others write to the catalog changes rarely, and nobody waits for it. */
    private void followCatalog(long now) {
        CatalogReader reader = catalog;
        if (reader == null || now - followNanos < 0) {
            return;
        }
        followNanos = now + FOLLOW_NANOS;
        try {
            CatalogView view = reader.follow();
            rebuilds.schedule(view, slots.values(), now);
            retireReplaced(view);
        } catch (CatalogException e) {
            LOG.warnf("event=catalog-not-followed problem=\"%s\"", e.getMessage());
        }
    }

    /**
     * Files here of a partition that another indexer owns, and which it replaced by others: nobody else deletes them. What
     * the catalog never said yet is left alone, since it is read behind.
     */
    private void retireReplaced(CatalogView view) {
        Set<String> nowLive = new HashSet<>();
        for (int p : held.partitions()) {
            if (slots.containsKey(p)) {
                continue;
            }
            view.manifests(p).forEach(m -> nowLive.add(m.getFileId()));
            List<GroupFile> replaced = new ArrayList<>();
            for (GroupFile file : held.in(p)) {
                if (seenLive.contains(file.id()) && !nowLive.contains(file.id())) {
                    replaced.add(file);
                }
            }
            if (!replaced.isEmpty()) {
                replaced.forEach(held::remove);
                Unowned.publish(context.feed(), p, view, held.in(p), List.of(), replaced);
                LOG.infof("event=files-retired partition=%d files=%d", p, replaced.size());
            }
        }
        seenLive = nowLive;
    }

    private void runTasks(long waitNanos) {
        try {
            Runnable task = waitNanos > 0 ? tasks.poll(waitNanos, TimeUnit.NANOSECONDS) : tasks.poll();
            while (task != null) {
                task.run();
                task = tasks.poll();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stopping = true;
        }
    }

    private void poll() {
        Consumer<byte[], byte[]> c = client();
        ConsumerRecords<byte[], byte[]> records;
        try {
            records = c.poll(POLL);
        } catch (OffsetOutOfRangeException e) {
            outOfRange(e.offsetOutOfRangePartitions());
            return;
        }
        for (TopicPartition tp : records.partitions()) {
            PartitionSlot slot = slots.get(tp.partition());
            if (slot == null || slot.owned == null || !slot.owned.isConsuming()) {
                continue;
            }
            for (ConsumerRecord<byte[], byte[]> record : records.records(tp)) {
                slot.owned.accept(record);
                if (seekIfNeeded(slot.owned)) {
                    break;
                }
            }
        }
        for (PartitionSlot slot : slots.values()) {
            if (slot.owned != null && slot.owned.isConsuming()) {
                slot.owned.passTo(c.position(partition(slot.owned.partition())));
            }
        }
    }

    private boolean seekIfNeeded(OwnedPartition p) {
        if (!p.takeSeek()) {
            return false;
        }
        client().seek(partition(p.partition()), p.position());
        return true;
    }

    private void outOfRange(Map<TopicPartition, Long> partitions) {
        partitions.forEach((tp, offset) -> {
            PartitionSlot slot = slots.get(tp.partition());
            if (slot == null || slot.owned == null) {
                return;
            }
            client().pause(List.of(tp));
            try {
                LogRange log = range(tp.partition());
                boolean behind = offset < log.start();
                slot.owned.block(
                        behind ? PartitionCondition.BEHIND_LOG_START : PartitionCondition.BEYOND_LOG_END,
                        "consumed up to " + offset + ", the log has [" + log.start() + ", " + log.end() + ")");
                client().seek(tp, log.start());
            } catch (CatalogException e) {
                giveUp(tp.partition(), slot, e.getMessage());
            }
        });
    }

    private LogRange range(int partition) throws CatalogException {
        LogRange log = probe.ranges(List.of(partition)).get(partition);
        if (log == null) {
            throw new CatalogException("partition " + partition + " has no log");
        }
        return log;
    }

    /** An error that nobody expected: everything that was in flight is forgotten and read again. */
    private void recover(RuntimeException problem) {
        failures++;
        context.counters().loopFailures.increment();
        LOG.errorf(
                problem,
                "event=loop-failed failures=%d remedy=\"partitions are taken over again; report this\"",
                failures);
        long retry = now() + Math.min(30, 1L << Math.min(failures, 5)) * SECOND;
        slots.forEach((p, slot) -> {
            giveUp(p, slot, problem.toString());
            slot.retryNanos = retry;
        });
        publishStatus();
        runTasks(SECOND / 10);
    }

    private void giveUp(int partition, PartitionSlot slot, @Nullable String why) {
        slot.giveUp(PartitionCondition.KAFKA_UNAVAILABLE, String.valueOf(why), now() + SECOND);
        LOG.warnf("event=partition-given-up partition=%d retry_s=1 problem=\"%s\"", partition, why);
    }

    // ---- ownership ----

    private void assigned(Collection<TopicPartition> partitions) {
        List<Integer> numbers = new ArrayList<>();
        for (TopicPartition tp : partitions) {
            PartitionSlot slot = new PartitionSlot(tp.partition(), now());
            slots.put(tp.partition(), slot);
            context.counters().show(tp.partition(), () -> slot.stats);
            numbers.add(tp.partition());
        }
        take(numbers);
    }

    private void take(List<Integer> partitions) {
        Takeover t = takeover;
        if (t == null || partitions.isEmpty()) {
            return;
        }
        t.take(partitions).forEach((p, result) -> {
            PartitionSlot slot = slots.get(p);
            if (slot == null) {
                return;
            }
            slot.owned = result.partition();
            if (slot.owned == null) {
                slot.giveUp(PartitionCondition.KAFKA_UNAVAILABLE, result.problem(), now() + SECOND);
                LOG.warnf("event=takeover-failed partition=%d retry_s=1 problem=\"%s\"", p, result.problem());
            }
        });
        for (int p : partitions) {
            PartitionSlot slot = slots.get(p);
            if (slot == null) {
                continue;
            }
            // Every assigned partition needs a place, also one that is not read: without one, poll fails for all.
            boolean reads = slot.owned != null && slot.owned.isConsuming();
            client().seek(partition(p), slot.owned == null ? 0 : slot.owned.position());
            if (!reads) {
                client().pause(List.of(partition(p)));
            }
        }
    }

    private void retryTakeovers() {
        List<Integer> due = new ArrayList<>();
        long now = now();
        slots.forEach((p, slot) -> {
            if (slot.owned == null && slot.condition != PartitionCondition.FENCED && now - slot.retryNanos >= 0) {
                due.add(p);
            }
        });
        take(due);
    }

    private void dropFenced() {
        slots.forEach((p, slot) -> {
            if (slot.owned != null && slot.owned.condition() == PartitionCondition.FENCED) {
                client().pause(List.of(partition(p)));
                // In a group the assignment decides: what is still ours is taken back. Alone, two would go on for ever.
                slot.giveUp(
                        context.config().assignment() == Assignment.ALL
                                ? PartitionCondition.FENCED
                                : PartitionCondition.TAKING_OVER,
                        "another indexer took the partition over",
                        now() + 5 * SECOND);
            }
        });
    }

    private void released(Collection<TopicPartition> partitions, String event) {
        for (TopicPartition tp : partitions) {
            PartitionSlot slot = slots.remove(tp.partition());
            context.counters().hide(tp.partition());
            if (slot != null && slot.owned != null) {
                slot.owned.drop();
            }
        }
        if (!partitions.isEmpty()) {
            LOG.infof("event=%s partitions=%s", event, numbers(partitions));
        }
    }

    /** What the group coordinator decides; called inside poll. */
    private final class Rebalance implements ConsumerRebalanceListener {
        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            if (!partitions.isEmpty()) {
                LOG.infof("event=assigned partitions=%s", numbers(partitions));
            }
            assigned(partitions);
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            released(partitions, "revoked");
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            released(partitions, "lost");
        }
    }

    private static Set<Integer> numbers(Collection<TopicPartition> partitions) {
        Set<Integer> out = new TreeSet<>();
        partitions.forEach(tp -> out.add(tp.partition()));
        return out;
    }

    @Override
    public boolean owns(int partition) {
        PartitionSlot slot = slots.get(partition);
        return slot != null && client().assignment().contains(partition(partition));
    }

    @Override
    public @Nullable GroupOffset groupOffset(int partition, long nextOffset) {
        if (context.config().assignment() != Assignment.GROUP) {
            return null;
        }
        return new GroupOffset(partition(partition), nextOffset, client().groupMetadata());
    }

    @Override
    public String topicId() throws CatalogException {
        Topic topic = probe.describe();
        partitions = Math.max(partitions, topic.partitions());
        return topic.id();
    }

    /** Takes partitions that were added to the topic; in a group the coordinator does it. */
    private void growAssignment() {
        if (context.config().assignment() == Assignment.GROUP || slots.size() >= partitions) {
            return;
        }
        List<TopicPartition> all = new ArrayList<>();
        List<TopicPartition> added = new ArrayList<>();
        for (int p = 0; p < partitions; p++) {
            all.add(partition(p));
            if (!slots.containsKey(p)) {
                added.add(partition(p));
            }
        }
        client().assign(all);
        LOG.infof("event=assigned partitions=%s", numbers(added));
        assigned(added);
    }

    // ---- pausing ----

    private void choosePauses() {
        pauses.update(slots.values());
        List<TopicPartition> toPause = new ArrayList<>();
        List<TopicPartition> toResume = new ArrayList<>();
        Set<TopicPartition> paused = client().paused();
        slots.forEach((p, slot) -> {
            boolean stop = slot.owned == null || !slot.owned.isConsuming() || pauses.of(slot) != PauseReason.NONE;
            TopicPartition tp = partition(p);
            if (stop != paused.contains(tp)) {
                (stop ? toPause : toResume).add(tp);
            }
        });
        client().pause(toPause);
        client().resume(toResume);
    }

    // ---- requests ----

    private void beginForcedFlush(CompletableFuture<Void> done) {
        if (takeover == null || stopping) {
            done.completeExceptionally(new IllegalStateException("the indexer is not running: " + status.problem()));
            return;
        }
        Map<Integer, Long> targets = new HashMap<>();
        try {
            Set<TopicPartition> all = new HashSet<>();
            slots.keySet().forEach(p -> all.add(partition(p)));
            client().endOffsets(all).forEach((tp, end) -> targets.put(tp.partition(), end));
            flushes.add(targets, done);
        } catch (KafkaException e) {
            done.completeExceptionally(e);
        }
    }

    private String resume(int partition) throws CatalogException {
        PartitionSlot slot = slots.get(partition);
        OwnedPartition p = slot == null ? null : slot.owned;
        if (p == null || !p.condition().needsOperator()) {
            throw new IllegalStateException("partition " + partition + " does not wait for an operator: it is "
                    + (slot == null ? "not assigned here" : p == null ? slot.condition : p.condition()));
        }
        LogRange log = range(partition);
        long offset = p.condition() == PartitionCondition.BEYOND_LOG_END ? log.end() : log.start();
        PartitionCondition was = p.condition();
        if (!p.resume(topicId(), offset)) {
            throw new IllegalStateException("the new progress could not be committed; see the log, then try again");
        }
        seekIfNeeded(p);
        return "partition " + partition + " was " + was + " and goes on at offset " + offset;
    }

    private String forget(String indexerId) throws CatalogException {
        CatalogReader reader = catalog;
        if (takeover == null || reader == null) {
            throw new IllegalStateException("the indexer is not running: " + status.problem());
        }
        if (indexerId.equals(context.indexerId())) {
            throw new IllegalStateException("this is indexer " + indexerId + ": ask another one");
        }
        IndexerInfo known = reader.readToEnd().indexer(indexerId);
        if (known == null) {
            throw new IllegalStateException("no indexer " + indexerId + " was ever in this store");
        }
        introduction.write(known.toBuilder().setGone(true).build());
        LOG.warnf("event=indexer-forgotten indexer=%s", indexerId);
        return "indexer " + indexerId + " counts as gone; its files are made again from the log";
    }

    private String giveUpFiles(int partition) throws CatalogException {
        PartitionSlot slot = slots.get(partition);
        OwnedPartition p = slot == null ? null : slot.owned;
        CatalogReader reader = catalog;
        if (p == null || reader == null) {
            throw new IllegalStateException("partition " + partition + " is not owned by this indexer");
        }
        if (!rebuilds.problems().containsKey(partition)) {
            throw new IllegalStateException(
                    "partition " + partition + " has no lost files, or they can be made again from the log");
        }
        CatalogView view = reader.readToEnd();
        long logStart = range(partition).start();
        List<Manifest> lost = new ArrayList<>();
        long rows = 0;
        for (Manifest m : p.live()) {
            if (held.isLost(m.getFileId()) || view.isLostElsewhere(m)) {
                lost.add(m);
                rows += m.getRows();
            }
        }
        if (lost.isEmpty() || !p.giveUp(lost)) {
            throw new IllegalStateException("it could not be committed now; see the log, then try again");
        }
        return lost.size() + " files with " + rows + " rows of partition " + partition
                + " are given up; the log starts at " + logStart;
    }

    // ---- the end ----

    private void drain() {
        long deadline = now() + context.config().drainTimeout().toNanos();
        LOG.infof("event=draining partitions=%s", slots.keySet());
        Consumer<byte[], byte[]> c = consumer;
        if (c == null) {
            return;
        }
        boolean clean = false;
        while (!clean && now() - deadline < 0) {
            try {
                clean = true;
                for (PartitionSlot slot : slots.values()) {
                    OwnedPartition p = slot.owned;
                    if (p == null || p.condition() == PartitionCondition.FENCED) {
                        continue;
                    }
                    p.flushAll("stop");
                    clean &= !p.isFlushing() && p.position() <= p.progress();
                }
                if (!clean) {
                    runTasks(SECOND / 50);
                    // Keeps the group's membership alive; records are not taken any more.
                    c.pause(c.assignment());
                    var unused = c.poll(Duration.ZERO);
                    long now = now();
                    slots.values().forEach(s -> {
                        if (s.owned != null) {
                            s.owned.tick(now, false);
                        }
                    });
                }
            } catch (RuntimeException e) {
                LOG.warnf(
                        e, "event=drain-failed remedy=\"rows that are not in files are read again at the next start\"");
                return;
            }
        }
        LOG.infof("event=drained clean=%b", clean);
    }

    private void close() {
        IllegalStateException ended = new IllegalStateException("the indexer is stopping");
        flushes.failAll(ended);
        merges.failAll(ended);
        slots.forEach((p, slot) -> {
            context.counters().hide(p);
            if (slot.owned != null) {
                slot.owned.drop();
            }
        });
        slots.clear();
        if (consumer != null) {
            // A static member stays in the group unless told otherwise, and its partitions would wait for its session
            // to end.
            consumer.close(CloseOptions.timeout(Duration.ofSeconds(2))
                    .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
        }
        if (catalog != null) {
            catalog.close();
        }
        rebuilds.close();
        // Workers that finish now must give their files back.
        runTasks(0);
        status = new Status(false, "stopped", List.of(), Map.of(), Map.of());
    }

    // ---- small things ----

    private void publishStatus() {
        List<PartitionStats> stats = new ArrayList<>();
        slots.forEach((p, slot) -> {
            if (slot.owned != null) {
                slot.stats = slot.owned.stats(pauses.of(slot), lag(p, slot));
            } else {
                slot.stats = slot.unowned();
            }
            stats.add(slot.stats);
        });
        status = new Status(true, "", stats, held.lost(), rebuilds.problems());
    }

    /** The consumer knows the lag of what it fetches; of paused partitions the brokers are asked now and then. */
    private long lag(int partition, PartitionSlot slot) {
        TopicPartition tp = partition(partition);
        OptionalLong lag = client().currentLag(tp);
        if (lag.isPresent() && !client().paused().contains(tp)) {
            return lag.getAsLong();
        }
        return slot.logEnd < 0 || slot.owned == null ? -1 : Math.max(0, slot.logEnd - slot.owned.position());
    }

    private void askLogEnds() {
        var pending = logEnds;
        if (pending == null) {
            logEnds = slots.isEmpty() ? null : probe.ends(slots.keySet());
            return;
        }
        if (!pending.isDone()) {
            return;
        }
        logEnds = null;
        try {
            pending.getNow(Map.of()).forEach((tp, info) -> {
                PartitionSlot slot = slots.get(tp.partition());
                if (slot != null) {
                    slot.logEnd = info.offset();
                }
            });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            LOG.debugf(e, "log ends are not known");
            slots.values().forEach(s -> s.logEnd = -1);
        }
    }

    private Consumer<byte[], byte[]> client() {
        Consumer<byte[], byte[]> c = consumer;
        if (c == null) {
            throw new IllegalStateException("there is no consumer yet");
        }
        return c;
    }

    private TopicPartition partition(int number) {
        return new TopicPartition(context.config().logsTopic(), number);
    }

    private long now() {
        return context.nanoTime().getAsLong();
    }
}
