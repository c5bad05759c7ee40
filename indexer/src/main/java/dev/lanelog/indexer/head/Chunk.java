package dev.lanelog.indexer.head;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.lanelog.columnar.group.Group;
import dev.lanelog.columnar.io.ArrayByteSource;
import dev.lanelog.indexer.serve.Held;
import dev.lanelog.proto.v1.HeadChunk;
import java.io.IOException;

/**
 * A sealed part of a head: the rows of the records {@code [fromOffset, toOffset)}, encoded as a group. Immutable; the
 * bytes are an array that is never changed.
 */
public final class Chunk extends Held {
    private final byte[] bytes;
    private final long fromOffset;
    private final long toOffset;
    private final int rows;
    private final long minTimeNs;
    private final long maxTimeNs;
    private final long bornNanos;

    /**
     * @param bornNanos when its oldest row was consumed, on the indexer's monotonic clock
     */
    Chunk(
            String id,
            byte[] bytes,
            long fromOffset,
            long toOffset,
            int rows,
            long minTimeNs,
            long maxTimeNs,
            long bornNanos) {
        super(id);
        this.bytes = bytes;
        this.fromOffset = fromOffset;
        this.toOffset = toOffset;
        this.rows = rows;
        this.minTimeNs = minTimeNs;
        this.maxTimeNs = maxTimeNs;
        this.bornNanos = bornNanos;
    }

    public long fromOffset() {
        return fromOffset;
    }

    public long toOffset() {
        return toOffset;
    }

    public int rows() {
        return rows;
    }

    public long minTimeNs() {
        return minTimeNs;
    }

    public long maxTimeNs() {
        return maxTimeNs;
    }

    public long bornNanos() {
        return bornNanos;
    }

    /** Opens its rows for reading. */
    public Group open() throws IOException {
        return Group.open(new ArrayByteSource(id(), bytes));
    }

    /** How the feed describes it. */
    public HeadChunk describe() {
        return HeadChunk.newBuilder()
                .setChunkId(id())
                .setBytes(bytes.length)
                .setRows(rows)
                .setMinTimeNs(minTimeNs)
                .setMaxTimeNs(maxTimeNs)
                .setFromOffset(fromOffset)
                .setToOffset(toOffset)
                .build();
    }

    @Override
    public long size() {
        return bytes.length;
    }

    @Override
    public long heapBytes() {
        return bytes.length;
    }

    @Override
    public ByteString slice(long offset, int length) {
        return UnsafeByteOperations.unsafeWrap(bytes, Math.toIntExact(offset), length);
    }

    @Override
    protected void markRetired() {
        // There is nothing on disk to remove.
    }

    @Override
    protected void release() {
        // The collector frees the array.
    }
}
