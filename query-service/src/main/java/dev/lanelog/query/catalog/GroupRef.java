package dev.lanelog.query.catalog;

/**
 * One group that a snapshot holds, a file or a head chunk, and where its bytes are.
 *
 * @param partition whose rows it holds
 * @param id file or chunk id
 * @param headChunk whether it is a head chunk
 * @param indexerId who serves its bytes
 * @param epoch of the watch stream that named it; part of a head chunk's identity, because an indexer that starts again
 *     may use the same ids for other rows
 * @param bytes size
 * @param rows number of rows
 * @param minTimeNs smallest row time
 * @param maxTimeNs largest row time, inclusive
 */
record GroupRef(
        int partition,
        String id,
        boolean headChunk,
        String indexerId,
        long epoch,
        long bytes,
        long rows,
        long minTimeNs,
        long maxTimeNs) {
    /** The name under which its bytes are cached: the same bytes for ever. */
    String cacheName() {
        return headChunk ? indexerId + '#' + epoch + '#' + id : id;
    }

    /** Whether it may hold a row in {@code [startNs, endNsExclusive)}. */
    boolean overlaps(long startNs, long endNsExclusive) {
        return maxTimeNs >= startNs && (minTimeNs < endNsExclusive || endNsExclusive == Long.MAX_VALUE);
    }
}
