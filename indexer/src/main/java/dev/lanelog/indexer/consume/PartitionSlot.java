package dev.lanelog.indexer.consume;

import org.jspecify.annotations.Nullable;

/** A partition assigned to this indexer, owned or on the way. Written by the poll thread; the figures are read by all. */
final class PartitionSlot {
    final int partition;

    @Nullable OwnedPartition owned;
    /** While it is not owned. */
    PartitionCondition condition = PartitionCondition.TAKING_OVER;

    String message = "";
    long retryNanos;
    /** Files that may still be merged. */
    int backlog;
    /** End of the partition's log when the brokers were last asked, or -1. */
    long logEnd = -1;

    volatile PartitionStats stats;

    PartitionSlot(int partition, long nowNanos) {
        this.partition = partition;
        this.retryNanos = nowNanos;
        this.stats = unowned();
    }

    /** Figures of a partition that is not owned. */
    PartitionStats unowned() {
        return new PartitionStats(partition, condition, message, PauseReason.NONE, 0, 0, 0, -1, 0, 0, 0, 0);
    }

    /** Gives the partition up for now; taken over again at {@code retryNanos}. */
    void giveUp(PartitionCondition why, String what, long retryAtNanos) {
        if (owned != null) {
            owned.drop();
            owned = null;
        }
        condition = why;
        message = what;
        retryNanos = retryAtNanos;
    }
}
