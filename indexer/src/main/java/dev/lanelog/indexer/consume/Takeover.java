package dev.lanelog.indexer.consume;

import dev.lanelog.indexer.consume.TopicProbe.LogRange;
import dev.lanelog.indexer.consume.TopicProbe.Topic;
import dev.lanelog.indexer.flush.GroupFile;
import dev.lanelog.proto.v1.Manifest;
import dev.lanelog.proto.v1.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import org.apache.kafka.common.KafkaException;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Makes this indexer the owner of partitions: fence the previous owner, read the catalog to its end, claim a higher
 * generation, sweep the directory, show the partition. Used by the poll thread only.
 */
final class Takeover {
    private static final Logger LOG = Logger.getLogger(Takeover.class);

    private final IndexerContext context;
    private final CatalogReader catalog;
    private final TopicProbe probe;
    private final HeldFiles held;
    private final Quarantine quarantine;
    private final Executor pollThread;
    private final Ownership ownership;

    /** A partition taken over, or why it was not and may be tried again. */
    record Result(@Nullable OwnedPartition partition, String problem) {}

    Takeover(
            IndexerContext context,
            CatalogReader catalog,
            TopicProbe probe,
            HeldFiles held,
            Quarantine quarantine,
            Executor pollThread,
            Ownership ownership) {
        this.context = context;
        this.catalog = catalog;
        this.probe = probe;
        this.held = held;
        this.quarantine = quarantine;
        this.pollThread = pollThread;
        this.ownership = ownership;
    }

    /**
     * Opens the files that the catalog says are here and shows them, before any partition is owned. Files that are
     * missing or damaged are reported and not shown; the rest is served.
     */
    void adoptAll() throws CatalogException {
        CatalogView view = catalog.readToEnd();
        for (int partition : view.partitionsWithFiles()) {
            List<GroupFile> opened = adopt(partition, view);
            if (!opened.isEmpty()) {
                Unowned.publish(context.feed(), partition, view, held.in(partition), opened);
            }
        }
    }

    /** Opens what should be here of a partition and is not open yet. */
    private List<GroupFile> adopt(int partition, CatalogView view) {
        List<GroupFile> opened = new ArrayList<>();
        for (Manifest m : view.manifests(partition)) {
            if (!m.getIndexerId().equals(context.indexerId()) || held.get(partition, m.getFileId()) != null) {
                continue;
            }
            try {
                GroupFile file = context.store().adopt(m);
                held.add(file);
                opened.add(file);
            } catch (IOException | RuntimeException e) {
                boolean known = held.isLost(m.getFileId());
                held.lose(m, e.toString());
                if (!known) {
                    LOG.errorf(
                            "event=file-lost partition=%d file=%s rows=%d from=%d to=%d problem=\"%s\" remedy=\"the"
                                    + " partition's owner makes it again from the log; queries over it fail until then\"",
                            partition, m.getFileId(), m.getRows(), m.getFromOffset(), m.getToOffset(), e);
                }
            }
        }
        return opened;
    }

    /** Takes partitions over, all in one reading of the catalog. */
    Map<Integer, Result> take(Collection<Integer> partitions) {
        Map<Integer, Result> results = new HashMap<>();
        Map<Integer, PartitionCommitter> committers = new HashMap<>();
        for (int p : partitions) {
            try {
                committers.put(
                        p,
                        new PartitionCommitter(
                                p,
                                () -> new CatalogWriter(
                                        context.config().catalogTopic(),
                                        context.clients().transactional(p)),
                                catalog));
            } catch (KafkaException e) {
                results.put(p, new Result(null, "the previous owner can't be fenced: " + e));
            }
        }
        try {
            Topic topic = probe.describe();
            Map<Integer, LogRange> ranges = probe.ranges(committers.keySet());
            CatalogView view = catalog.readToEnd();
            for (var entry : committers.entrySet()) {
                int p = entry.getKey();
                results.put(p, claim(p, entry.getValue(), topic.id(), ranges.get(p), view));
            }
        } catch (CatalogException e) {
            committers.forEach((p, c) -> {
                c.close();
                results.put(p, new Result(null, String.valueOf(e.getMessage())));
            });
        }
        return results;
    }

    private Result claim(
            int partition, PartitionCommitter committer, String topicId, @Nullable LogRange log, CatalogView view) {
        if (log == null) {
            committer.close();
            return new Result(null, "the partition's log has no offsets");
        }
        Progress before = view.progress(partition);
        Progress.Builder next = before == null
                ? Progress.newBuilder().setTopicId(topicId).setNextOffset(log.start())
                : before.toBuilder();
        Progress claimed = next.setStore(context.config().store())
                .setPartition(partition)
                .setOwnerGeneration(before == null ? 1 : before.getOwnerGeneration() + 1)
                .setIndexerId(context.indexerId())
                .build();
        // Until the claim is written, every higher generation is somebody else's.
        committer.generation(claimed.getOwnerGeneration());
        CommitOutcome outcome = committer.commit(
                List.of(CatalogRecords.progress(claimed)), null, v -> claimed.equals(v.progress(partition)));
        if (outcome != CommitOutcome.COMMITTED) {
            committer.close();
            return new Result(null, "the claim was not committed: " + outcome);
        }
        List<GroupFile> opened = adopt(partition, view);
        sweep(claimed, claimed.getTopicId().equals(topicId), view, log);
        PartitionCondition condition = PartitionCondition.CONSUMING;
        String message = "";
        if (!claimed.getTopicId().equals(topicId)) {
            condition = PartitionCondition.TOPIC_CHANGED;
            message = "the topic's id is " + topicId + ", the progress is of " + claimed.getTopicId();
        } else if (claimed.getNextOffset() < log.start()) {
            condition = PartitionCondition.BEHIND_LOG_START;
            message = "the progress is " + claimed.getNextOffset() + ", the log starts at " + log.start();
        } else if (claimed.getNextOffset() > log.end()) {
            condition = PartitionCondition.BEYOND_LOG_END;
            message = "the progress is " + claimed.getNextOffset() + ", the log ends at " + log.end();
        }
        OwnedPartition owned = new OwnedPartition(
                context,
                pollThread,
                ownership,
                held,
                committer,
                quarantine,
                claimed,
                view.manifests(partition),
                condition,
                message);
        owned.publishAll(opened);
        if (condition == PartitionCondition.CONSUMING) {
            LOG.infof(
                    "event=takeover partition=%d generation=%d next_offset=%d log_start=%d log_end=%d files=%d",
                    partition,
                    claimed.getOwnerGeneration(),
                    claimed.getNextOffset(),
                    log.start(),
                    log.end(),
                    held.in(partition).size());
        } else {
            LOG.errorf(
                    "event=takeover partition=%d generation=%d condition=%s problem=\"%s\" remedy=\"%s\"",
                    partition, claimed.getOwnerGeneration(), condition, message, condition.remedy());
        }
        return new Result(owned, "");
    }

    private void sweep(Progress progress, boolean sameTopic, CatalogView view, LogRange log) {
        int partition = progress.getPartition();
        long next = progress.getNextOffset();
        Set<String> live = new HashSet<>();
        view.manifests(partition).forEach(m -> live.add(m.getFileId()));
        boolean startIsThere = sameTopic && next >= log.start();
        try {
            // Rows below the progress are in live files; those above are read again, if the log still has them.
            context.store()
                    .sweep(
                            partition,
                            live,
                            name -> name.toOffset() <= next || (startIsThere && name.toOffset() <= log.end()));
        } catch (IOException e) {
            // What is left over takes space, no more; the next takeover tries again.
            LOG.warnf(e, "event=sweep-failed partition=%d", partition);
        }
    }
}
