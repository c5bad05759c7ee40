package dev.lanelog.query.catalog;

import java.lang.foreign.MemorySegment;

/** Reads byte ranges of files and head chunks at the indexer that holds them. Safe for many threads. */
interface GroupReader {
    /**
     * Starts one read of several ranges and returns at once; bytes are taken from the network as fast as they are
     * stored. The listener hears of each range once, or of one failure that ends all that are left.
     *
     * @param id file or chunk id
     * @param offsets where each range starts
     * @param targets where each range goes; its size is the range's length
     */
    void read(String id, long[] offsets, MemorySegment[] targets, Listener listener);

    /** Hears how a read goes; called on threads of the reader, one at a time. */
    interface Listener {
        void rangeRead(int range);

        void failed(Throwable cause);
    }
}
