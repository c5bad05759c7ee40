package dev.lanelog.indexer.consume;

import dev.lanelog.indexer.consume.CatalogWriter.Entry;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Catalog transactions of an owned partition with a look at ownership before each. What happens after one is given as
 * two continuations, run at once or, when the brokers do not tell the outcome, as soon as it is known; one of them is
 * always run. Poll thread only.
 */
final class PartitionTransactions {
    private static final Logger LOG = Logger.getLogger(PartitionTransactions.class);
    private static final long RETRY_NANOS = 1_000_000_000L;

    private final IndexerContext context;
    private final int partition;
    private final Ownership ownership;
    private final PartitionCommitter committer;
    private final BiConsumer<PartitionCondition, String> blocked;
    private @Nullable Undecided undecided;

    /** A transaction whose outcome the brokers did not tell, and what is done when it is known. */
    private record Undecided(Runnable committed, Runnable rejected, long nextTryNanos) {}

    /**
     * @param blocked told why the partition must stop, after the continuation
     */
    PartitionTransactions(
            IndexerContext context,
            int partition,
            Ownership ownership,
            PartitionCommitter committer,
            BiConsumer<PartitionCondition, String> blocked) {
        this.context = context;
        this.partition = partition;
        this.ownership = ownership;
        this.committer = committer;
        this.blocked = blocked;
    }

    /**
     * Commits entries.
     *
     * @param topicId the topic that the entries are about; refused when the topic is another one now
     * @param offset for the consumer group's mirror, or -1
     * @param written tells from the catalog whether the entries are in it
     */
    void commit(
            String topicId,
            List<Entry> entries,
            long offset,
            Predicate<CatalogView> written,
            Runnable committed,
            Runnable rejected) {
        if (!ownership.owns(partition)) {
            rejected.run();
            return;
        }
        try {
            String now = ownership.topicId();
            if (!now.equals(topicId)) {
                rejected.run();
                blocked.accept(
                        PartitionCondition.TOPIC_CHANGED,
                        "the topic's id is " + now + ", the progress is of " + topicId);
                return;
            }
        } catch (CatalogException e) {
            LOG.warnf("event=commit-rejected partition=%d cause=\"%s\"", partition, e.getMessage());
            rejected.run();
            return;
        }
        var mirror = offset < 0 ? null : ownership.groupOffset(partition, offset);
        decide(committer.commit(entries, mirror, written), committed, rejected);
    }

    private void decide(CommitOutcome outcome, Runnable committed, Runnable rejected) {
        undecided = null;
        switch (outcome) {
            case COMMITTED -> {
                context.counters().commits.increment();
                committed.run();
            }
            case REJECTED -> {
                context.counters().failedCommits.increment();
                rejected.run();
            }
            case FENCED -> {
                context.counters().failedCommits.increment();
                rejected.run();
                blocked.accept(PartitionCondition.FENCED, "another indexer took the partition over");
            }
            case UNKNOWN ->
                undecided =
                        new Undecided(committed, rejected, context.nanoTime().getAsLong() + RETRY_NANOS);
        }
    }

    /** Whether the outcome of the last transaction is not known; no other may begin. */
    boolean isUndecided() {
        return undecided != null;
    }

    /** Tries to find out how the last transaction ended, if that is due. */
    void resolve(long nowNanos) {
        Undecided u = undecided;
        if (u != null && nowNanos - u.nextTryNanos() >= 0) {
            decide(committer.resolve(), u.committed(), u.rejected());
        }
    }

    /** Runs a task once the undecided transaction is decided, after its own continuation. */
    void afterDecision(Runnable task) {
        Undecided u = undecided;
        if (u == null) {
            task.run();
            return;
        }
        undecided = new Undecided(
                () -> {
                    u.committed().run();
                    task.run();
                },
                () -> {
                    u.rejected().run();
                    task.run();
                },
                u.nextTryNanos());
    }

    void close() {
        committer.close();
    }
}
