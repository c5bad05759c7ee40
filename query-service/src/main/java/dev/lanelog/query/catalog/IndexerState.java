package dev.lanelog.query.catalog;

import dev.lanelog.proto.v1.PartitionChange;
import dev.lanelog.proto.v1.WatchEvent;
import java.util.HashMap;
import java.util.Map;

/**
 * What one indexer says about all its partitions as of one event. Immutable.
 *
 * @param epoch counts the watch streams to this indexer; head chunks of different epochs are never the same
 * @param seq of the last event, ascending within an epoch
 * @param ready the whole state has arrived in this epoch
 * @param partitions by number
 */
record IndexerState(long epoch, long seq, boolean ready, Map<Integer, PartitionState> partitions) {
    /** Nothing known: before the first event of a watch stream. */
    static IndexerState unknown(long epoch) {
        return new IndexerState(epoch, 0, false, Map.of());
    }

    /** The state after an event, all of whose changes count at once. */
    IndexerState apply(WatchEvent event) {
        Map<Integer, PartitionState> next = partitions;
        if (event.getChangesCount() > 0) {
            next = new HashMap<>(partitions);
            for (PartitionChange change : event.getChangesList()) {
                if (change.getGone()) {
                    next.remove(change.getPartition());
                } else {
                    PartitionState base = next.getOrDefault(change.getPartition(), PartitionState.EMPTY);
                    next.put(change.getPartition(), base.apply(change));
                }
            }
        }
        return new IndexerState(epoch, event.getSeq(), ready || event.getReady(), next);
    }
}
