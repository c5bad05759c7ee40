package dev.lanelog.indexer.consume;

import dev.lanelog.indexer.config.IndexerConfig;
import dev.lanelog.indexer.merge.MergePolicy;
import dev.lanelog.proto.v1.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Begins merges, so many at a time, and answers who waits for the last of them. Poll thread only. */
final class MergeScheduler {
    /** Files change with flushes and merges, so looking more often finds nothing. */
    private static final long LOOK_NANOS = 250_000_000L;

    private final MergePolicy policy;
    private final int threads;
    private final List<CompletableFuture<Void>> forced = new ArrayList<>();
    private long nextLookNanos;

    MergeScheduler(IndexerConfig.Merge config, long nowNanos) {
        this.policy = new MergePolicy(
                config.factor(), config.maxRows(), config.maxBytes().asLongValue());
        this.threads = Math.max(1, config.threads());
        this.nextLookNanos = nowNanos;
    }

    /** Merges everything that can be merged, whatever its size class; {@code done} when nothing is left. */
    void force(CompletableFuture<Void> done) {
        forced.add(done);
    }

    void schedule(Map<Integer, PartitionSlot> slots, long nowNanos) {
        if (forced.isEmpty() && nowNanos - nextLookNanos < 0) {
            return;
        }
        nextLookNanos = nowNanos + LOOK_NANOS;
        int running = 0;
        for (PartitionSlot slot : slots.values()) {
            running += slot.owned != null && slot.owned.isMerging() ? 1 : 0;
        }
        boolean nothingLeft = true;
        for (PartitionSlot slot : slots.values()) {
            OwnedPartition p = slot.owned;
            if (p == null || p.isMerging()) {
                continue;
            }
            List<Manifest> files = p.mergeable();
            slot.backlog = policy.backlog(files);
            List<Manifest> chosen = policy.choose(files);
            if (chosen.isEmpty() && !forced.isEmpty()) {
                chosen = policy.chooseForced(files);
            }
            if (!chosen.isEmpty()) {
                nothingLeft = false;
                if (running < threads && p.beginMerge(chosen)) {
                    running++;
                }
            }
        }
        if (nothingLeft && running == 0) {
            forced.forEach(f -> f.complete(null));
            forced.clear();
        }
    }

    void failAll(Exception why) {
        forced.forEach(f -> f.completeExceptionally(why));
        forced.clear();
    }
}
