package dev.lanelog.query.catalog;

import dev.lanelog.proto.v1.WatchEvent;
import java.util.Map;
import java.util.TreeMap;

/**
 * The state of one indexer as its watch stream tells it, and which of its past states open snapshots still need. Pins
 * and events are taken under one lock, so a state that a snapshot has just read can't be released before the pin counts.
 * Safe for many threads.
 */
final class WatchedIndexer {
    private final String indexerId;

    // guarded by this
    private IndexerState state = IndexerState.unknown(0);
    private final TreeMap<Long, Integer> pins = new TreeMap<>();

    WatchedIndexer(String indexerId) {
        this.indexerId = indexerId;
    }

    String indexerId() {
        return indexerId;
    }

    /** A new watch stream begins: what was known is void, and pins of before don't matter to this stream. */
    synchronized void reset() {
        state = IndexerState.unknown(state.epoch() + 1);
        pins.clear();
    }

    synchronized void apply(WatchEvent event) {
        state = state.apply(event);
    }

    synchronized IndexerState state() {
        return state;
    }

    /** The current state, kept readable at the indexer until {@link Pin#release}. */
    synchronized Pin pin() {
        pins.merge(state.seq(), 1, Integer::sum);
        return new Pin(state);
    }

    /** The highest sequence number that no open snapshot is older than. */
    synchronized long releasedSeq() {
        Map.Entry<Long, Integer> oldest = pins.firstEntry();
        return oldest == null ? state.seq() : oldest.getKey();
    }

    private synchronized void release(IndexerState pinned) {
        if (pinned.epoch() == state.epoch()) {
            pins.computeIfPresent(pinned.seq(), (seq, count) -> count == 1 ? null : count - 1);
        }
    }

    /** A claim on one past state. */
    final class Pin {
        private final IndexerState pinned;
        private boolean released;

        private Pin(IndexerState pinned) {
            this.pinned = pinned;
        }

        WatchedIndexer indexer() {
            return WatchedIndexer.this;
        }

        IndexerState state() {
            return pinned;
        }

        synchronized void release() {
            if (!released) {
                released = true;
                WatchedIndexer.this.release(pinned);
            }
        }
    }
}
