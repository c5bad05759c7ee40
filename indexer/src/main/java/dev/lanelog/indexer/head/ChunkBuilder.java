package dev.lanelog.indexer.head;

import dev.lanelog.columnar.group.GroupOptions;
import dev.lanelog.columnar.group.HeadChunkWriter;
import dev.lanelog.columnar.group.RowBlock;

/** The chunk that a head is gathering rows for. Used by the poll thread only. */
final class ChunkBuilder {
    private final HeadChunkWriter writer;
    private final long fromOffset;
    private long toOffset;
    private int records;
    private long bornNanos;
    private long minTimeNs = Long.MAX_VALUE;
    private long maxTimeNs = Long.MIN_VALUE;

    ChunkBuilder(GroupOptions options, long fromOffset) {
        this.writer = new HeadChunkWriter(options);
        this.fromOffset = fromOffset;
        this.toOffset = fromOffset;
    }

    /** Adds the rows of the record at {@code offset}. When it throws, the builder must not be used any more. */
    void add(RowBlock block, long offset, long nowNanos) {
        if (writer.rows() == 0) {
            bornNanos = nowNanos;
        }
        writer.add(block);
        for (long t : block.timesNs()) {
            minTimeNs = Math.min(minTimeNs, t);
            maxTimeNs = Math.max(maxTimeNs, t);
        }
        records++;
        toOffset = offset + 1;
    }

    /** Passes a record that has no rows. */
    void skip(long offset) {
        toOffset = offset + 1;
    }

    int rows() {
        return writer.rows();
    }

    /** Records that have rows. */
    int records() {
        return records;
    }

    long fromOffset() {
        return fromOffset;
    }

    long toOffset() {
        return toOffset;
    }

    /** When its first row came; only if it has one. */
    long bornNanos() {
        return bornNanos;
    }

    long estimatedBytes() {
        return writer.estimatedBytes();
    }

    Chunk seal(String id) {
        // Finishing empties the writer.
        int rows = writer.rows();
        return new Chunk(id, writer.finish(), fromOffset, toOffset, rows, minTimeNs, maxTimeNs, bornNanos);
    }
}
