package dev.lanelog.indexer.consume;

import dev.lanelog.indexer.consume.TopicProbe.LogRange;
import dev.lanelog.proto.topic.CatalogKeys;
import dev.lanelog.proto.v1.CatalogRecord;
import dev.lanelog.proto.v1.Manifest;
import dev.lanelog.proto.v1.Rebuild;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Looks after files of owned partitions that have to be made again from the log: those that are lost, here or at another
 * indexer, and all older ones when a replay in place was asked for. One part of one partition at a time. Poll thread
 * only, but for {@link #report}.
 */
final class RebuildScheduler {
    private static final Logger LOG = Logger.getLogger(RebuildScheduler.class);
    /** Between two questions to the brokers about the log of a partition whose lost files it does not hold. */
    private static final long ASK_NANOS = 5_000_000_000L;

    private static final long SAY_AGAIN_NANOS = 60_000_000_000L;
    private static final long REPORT_NANOS = 1_000_000_000L;

    private final IndexerContext context;
    private final TopicProbe probe;
    private final HeldFiles held;
    private final Map<Integer, String> problems = new TreeMap<>();
    private final Map<Integer, Long> saidNanos = new HashMap<>();
    private final Map<Integer, Long> askedNanos = new HashMap<>();
    /** Requests under way. The catalog says the same, but only some time after it was written. */
    private final Map<Integer, Rebuild> accepted = new HashMap<>();
    /** Requests that are done, by partition: when they were made. The catalog may still show them. */
    private final Map<Integer, Long> finished = new HashMap<>();

    /** Of the worker: one rebuild runs at a time. */
    private @Nullable Producer<String, byte[]> producer;

    private long reportNanos;

    RebuildScheduler(IndexerContext context, TopicProbe probe, HeldFiles held) {
        this.context = context;
        this.probe = probe;
        this.held = held;
        this.reportNanos = context.nanoTime().getAsLong();
    }

    /** Why lost files of a partition can't be made again, by partition. */
    Map<Integer, String> problems() {
        return Map.copyOf(problems);
    }

    /** Begins what is due, if nothing is under way. */
    void schedule(CatalogView view, Collection<PartitionSlot> slots, long now) {
        forgetReplaced(view);
        boolean running = false;
        for (PartitionSlot slot : slots) {
            running |= slot.owned != null && slot.owned.isRebuilding();
        }
        for (PartitionSlot slot : slots) {
            OwnedPartition p = slot.owned;
            if (p == null || !p.isConsuming()) {
                continue;
            }
            Rebuild request = request(view, p.partition());
            // Merges would mix rows that were made again with those that were not.
            p.holdMerges(request != null);
            if (running || p.isRebuilding() || p.isMerging() || p.isUndecided() || now < p.rebuildRetryNanos()) {
                continue;
            }
            try {
                running = consider(p, request, view, now);
            } catch (CatalogException e) {
                LOG.warnf("event=rebuild-waits partition=%d problem=\"%s\"", p.partition(), e.getMessage());
            }
        }
        problems.keySet()
                .removeIf(partition -> slots.stream().noneMatch(s -> s.partition == partition && s.owned != null));
    }

    /** A file that this indexer lost and another made again is not missed any more. */
    private void forgetReplaced(CatalogView view) {
        Map<String, String> lost = held.lost();
        if (lost.isEmpty()) {
            return;
        }
        Set<String> live = new HashSet<>();
        view.partitionsWithFiles().forEach(p -> view.manifests(p).forEach(m -> live.add(m.getFileId())));
        lost.keySet().stream().filter(id -> !live.contains(id)).forEach(held::forget);
    }

    private boolean consider(OwnedPartition p, @Nullable Rebuild request, CatalogView view, long now)
            throws CatalogException {
        Predicate<Manifest> lost = m -> held.isLost(m.getFileId()) || view.isLostElsewhere(m);
        boolean anyLost = p.live().stream().anyMatch(lost);
        if (!anyLost) {
            problems.remove(p.partition());
        }
        if (!anyLost && request == null) {
            return false;
        }
        Long asked = problems.containsKey(p.partition()) && request == null ? askedNanos.get(p.partition()) : null;
        if (asked != null && now - asked < ASK_NANOS) {
            return false;
        }
        askedNanos.put(p.partition(), now);
        LogRange log = probe.ranges(List.of(p.partition())).get(p.partition());
        if (log == null) {
            return false;
        }
        Rebuild replay = request == null ? null : accept(request);
        Predicate<Manifest> wanted =
                replay == null ? lost : m -> m.getCreatedMs() < replay.getAcceptedMs() || lost.test(m);
        RebuildPlan plan = RebuildPlan.first(
                p.live(),
                p.topicId(),
                log.start(),
                wanted,
                context.config().merge().maxRows());
        if (plan != null) {
            return p.beginRebuild(plan, (next, rows) -> report(replay, plan, next, rows));
        }
        if (anyLost) {
            unhealed(p, lost, log, now);
        }
        if (request != null) {
            p.finishReplay(() -> finished.put(p.partition(), request.getRequestedMs()));
        }
        return false;
    }

    private @Nullable Rebuild request(CatalogView view, int partition) {
        Rebuild request = view.rebuild(partition);
        if (request == null) {
            accepted.remove(partition);
            finished.remove(partition);
            return null;
        }
        Long done = finished.get(partition);
        return done != null && done == request.getRequestedMs() ? null : request;
    }

    private Rebuild accept(Rebuild request) {
        if (request.getAcceptedMs() > 0) {
            return request;
        }
        Rebuild known = accepted.get(request.getPartition());
        if (known == null || known.getRequestedMs() != request.getRequestedMs()) {
            known = request.toBuilder().setAcceptedMs(context.clock().millis()).build();
            accepted.put(request.getPartition(), known);
        }
        return known;
    }

    private void unhealed(OwnedPartition p, Predicate<Manifest> lost, LogRange log, long now) {
        long files = 0;
        long rows = 0;
        long from = Long.MAX_VALUE;
        for (Manifest m : p.live()) {
            if (lost.test(m)) {
                files++;
                rows += m.getRows();
                from = Math.min(from, m.getFromOffset());
            }
        }
        String problem = files + " lost files with " + rows + " rows from offset " + from
                + " on can't be made again: the log of this topic starts at " + log.start();
        problems.put(p.partition(), problem);
        Long said = saidNanos.get(p.partition());
        if (said == null || now - said >= SAY_AGAIN_NANOS) {
            saidNanos.put(p.partition(), now);
            LOG.errorf(
                    "event=rows-lost partition=%d problem=\"%s\" remedy=\"queries over it fail until the files are restored"
                            + " from a copy, or POST /internal/give_up_lost_files?partition=%d gives the rows up\"",
                    p.partition(), problem, p.partition());
        }
    }

    /** Writes to the catalog how far a replay is, for who asked for it. Called by the worker. */
    private void report(@Nullable Rebuild request, RebuildPlan plan, long next, long rows) {
        long now = context.nanoTime().getAsLong();
        if (request == null
                || (next > plan.fromOffset() && next < plan.toOffset() && now - reportNanos < REPORT_NANOS)) {
            return;
        }
        reportNanos = now;
        Rebuild state = request.toBuilder()
                .setFromOffset(plan.fromOffset())
                .setToOffset(plan.toOffset())
                .setNextOffset(next)
                .setRows(rows)
                .build();
        try {
            Producer<String, byte[]> p = producer;
            if (p == null) {
                p = context.clients().plain();
                producer = p;
            }
            // Waited for: the transaction that removes the record must come after it.
            var unused = p.send(new ProducerRecord<>(
                            context.config().catalogTopic(),
                            CatalogKeys.rebuild(state.getStore(), state.getPartition()),
                            CatalogRecord.newBuilder().setRebuild(state).build().toByteArray()))
                    .get(context.config().kafkaTimeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.warnf("event=replay-report-failed partition=%d problem=\"%s\"", state.getPartition(), e);
        }
    }

    /** When no worker runs any more. */
    void close() {
        Producer<String, byte[]> p = producer;
        if (p != null) {
            p.close(Duration.ofSeconds(1));
        }
    }
}
