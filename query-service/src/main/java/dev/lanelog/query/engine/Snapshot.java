package dev.lanelog.query.engine;

import dev.lanelog.columnar.group.Slice;
import dev.lanelog.columnar.group.Tenant;
import java.io.IOException;
import java.util.List;

/**
 * A consistent set of slices: every row that was live when it was taken, once. It does not change; what it holds stays
 * readable until {@link #close}. Safe for use by many threads.
 */
public interface Snapshot extends AutoCloseable {
    /**
     * Slices of a tenant that may hold rows in a time range; any order.
     *
     * @param startNs inclusive, nanoseconds since the epoch
     * @param endNsExclusive exclusive; {@link Long#MAX_VALUE} means no end
     * @throws IOException when the footer of a group can't be read
     */
    List<Slice> slices(Tenant tenant, long startNs, long endNsExclusive) throws IOException;

    /** Tenants that may have rows in that time range, ascending. */
    List<Tenant> tenants(long startNs, long endNsExclusive) throws IOException;

    /** Partitions whose rows are not, or not all, in this snapshot, ascending. Empty when it is whole. */
    List<Integer> missingPartitions();

    /**
     * Brings byte ranges of a slice's group close, in one go, before they are read piece by piece. May block on the
     * network. Called on the query's driver thread, and on compute threads for what only the rows that match need.
     *
     * @param offsets where each range starts in the group
     * @param lengths how long each is
     * @throws IOException when the bytes can't be had
     */
    default void prefetch(Slice slice, long[] offsets, int[] lengths) throws IOException {}

    /** Gives up the slices; they may not be read any more. */
    @Override
    void close();
}
