package dev.lanelog.query.catalog;

import dev.lanelog.columnar.group.Slice;
import java.io.IOException;
import java.util.List;

/** Opens groups: reads and keeps their footers. Safe for many threads; may block on the network. */
interface GroupOpener {
    /**
     * The slices of a group.
     *
     * @throws IOException when the footer can't be read or is damaged
     */
    List<Slice> open(GroupRef ref) throws IOException;

    /** Fetches what opening these groups will read, in few calls. A hint: errors show when a group is opened. */
    default void prefetchFooters(List<GroupRef> refs) {}

    /**
     * Brings byte ranges of a group into the cache and returns when they are there.
     *
     * @throws IOException when they can't be had
     */
    void prefetch(GroupRef ref, long[] offsets, int[] lengths) throws IOException;
}
