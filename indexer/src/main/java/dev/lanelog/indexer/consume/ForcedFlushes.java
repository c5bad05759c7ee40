package dev.lanelog.indexer.consume;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Who waits until every row up to certain offsets is in a live file. Poll thread only. */
final class ForcedFlushes {
    private final List<Request> requests = new ArrayList<>();

    /** @param targets by partition, one past the last offset to flush */
    private record Request(Map<Integer, Long> targets, CompletableFuture<Void> done) {}

    void add(Map<Integer, Long> targets, CompletableFuture<Void> done) {
        requests.add(new Request(targets, done));
    }

    /** Begins the flushes that are due and answers whom they are done for. */
    void serve(Map<Integer, PartitionSlot> slots) {
        requests.removeIf(r -> r.done().isDone() || serve(r, slots));
    }

    private static boolean serve(Request request, Map<Integer, PartitionSlot> slots) {
        boolean all = true;
        for (var target : request.targets().entrySet()) {
            PartitionSlot slot = slots.get(target.getKey());
            if (slot == null) {
                // Another indexer's business now.
                continue;
            }
            OwnedPartition p = slot.owned;
            if (p == null || !p.isConsuming()) {
                request.done()
                        .completeExceptionally(new IllegalStateException("partition " + target.getKey() + " is "
                                + slot.stats.condition() + ": " + slot.stats.message()));
                return true;
            }
            if (p.progress() < target.getValue()) {
                all = false;
                if (p.position() >= target.getValue()) {
                    p.flushAll("force");
                }
            }
        }
        if (all) {
            request.done().complete(null);
        }
        return all;
    }

    void failAll(Exception why) {
        requests.forEach(r -> r.done().completeExceptionally(why));
        requests.clear();
    }
}
