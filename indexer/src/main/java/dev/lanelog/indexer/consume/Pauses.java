package dev.lanelog.indexer.consume;

import dev.lanelog.indexer.config.IndexerConfig;
import java.util.Collection;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** When records are left in Kafka: heads too large, disk too full, merges too far behind. Poll thread only. */
final class Pauses {
    private static final Logger LOG = Logger.getLogger(Pauses.class);
    /** Consuming goes on below this share of the head bound, so that it does not flap. */
    private static final double RESUME_SHARE = 0.75;
    /** Above this share of the head bound the largest head is flushed, whatever its size. */
    private static final double FLUSH_SHARE = 0.5;

    private final long maxHeadBytes;
    private final long minFreeDisk;
    private final int maxBacklog;
    private final LongSupplier freeDisk;
    private PauseReason all = PauseReason.NONE;

    Pauses(IndexerConfig config, LongSupplier freeDisk) {
        this.maxHeadBytes = config.head().maxBytes().asLongValue();
        this.minFreeDisk = config.minFreeDisk().asLongValue();
        this.maxBacklog = config.merge().maxBacklog();
        this.freeDisk = freeDisk;
    }

    /** Looks at heads and disk. */
    void update(Collection<PartitionSlot> slots) {
        long headBytes = headBytes(slots);
        long free = freeDisk.getAsLong();
        if (free < minFreeDisk || (all == PauseReason.DISK_FULL && free < minFreeDisk + minFreeDisk / 4)) {
            set(PauseReason.DISK_FULL, "free=" + free + " min_free=" + minFreeDisk);
        } else if (headBytes >= maxHeadBytes
                || (all == PauseReason.HEAD_FULL && headBytes > maxHeadBytes * RESUME_SHARE)) {
            set(PauseReason.HEAD_FULL, "head_bytes=" + headBytes + " max_bytes=" + maxHeadBytes);
        } else {
            set(PauseReason.NONE, "head_bytes=" + headBytes);
        }
    }

    private void set(PauseReason reason, String why) {
        if (reason != all) {
            LOG.infof(
                    "event=%s reason=%s was=%s %s", reason == PauseReason.NONE ? "resume" : "pause", reason, all, why);
            all = reason;
        }
    }

    /** Why this partition is not consumed for now. */
    PauseReason of(PartitionSlot slot) {
        if (all != PauseReason.NONE || slot.owned == null) {
            return all;
        }
        return slot.backlog > maxBacklog ? PauseReason.MERGE_BACKLOG : PauseReason.NONE;
    }

    /** The partition to flush because heads take much memory together, or null. */
    @Nullable PartitionSlot toFlush(Collection<PartitionSlot> slots) {
        if (headBytes(slots) <= maxHeadBytes * FLUSH_SHARE) {
            return null;
        }
        PartitionSlot fullest = null;
        long most = 0;
        for (PartitionSlot slot : slots) {
            if (slot.owned != null && slot.owned.headBytes() > most) {
                most = slot.owned.headBytes();
                fullest = slot;
            }
        }
        return fullest;
    }

    private static long headBytes(Collection<PartitionSlot> slots) {
        long sum = 0;
        for (PartitionSlot slot : slots) {
            sum += slot.owned == null ? 0 : slot.owned.headBytes();
        }
        return sum;
    }
}
