package dev.lanelog.indexer.head;

import dev.lanelog.columnar.group.GroupOptions;
import dev.lanelog.columnar.group.RowBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a partition from its progress on: sealed chunks, which are queryable, and one that is being filled. Chunks
 * are adjacent in offsets. Used by the poll thread only; the chunks themselves may be read by all.
 */
public final class Head {
    private final GroupOptions options;
    private final Supplier<String> chunkIds;
    private final List<Chunk> chunks = new ArrayList<>();
    private ChunkBuilder open;
    private long sealedBytes;
    private long sealedRows;
    /** So many first chunks are on their way into a file and stay as they are. */
    private int frozen;

    /**
     * @param nextOffset where the partition's files end
     * @param chunkIds a new id per call, never one twice
     */
    public Head(GroupOptions options, long nextOffset, Supplier<String> chunkIds) {
        this.options = options;
        this.chunkIds = chunkIds;
        this.open = new ChunkBuilder(options, nextOffset);
    }

    /**
     * Adds the rows of a record.
     *
     * @throws RuntimeException when the rows can't be encoded; the open chunk is then lost and {@link #dropOpen} must be
     *     called
     */
    public void add(RowBlock block, long offset, long nowNanos) {
        open.add(block, offset, nowNanos);
    }

    /** Passes a record that has no rows to keep. */
    public void skip(long offset) {
        open.skip(offset);
    }

    /** Forgets the rows that are not sealed. Reading must go on at the offset returned. */
    public long dropOpen() {
        long from = open.fromOffset();
        open = new ChunkBuilder(options, from);
        return from;
    }

    /**
     * Makes a chunk of the rows gathered, or returns null when there are none.
     *
     * @throws RuntimeException when they can't be encoded; as for {@link #add}
     */
    public @Nullable Chunk seal() {
        if (open.rows() == 0) {
            return null;
        }
        Chunk chunk = open.seal(chunkIds.get());
        open = new ChunkBuilder(options, chunk.toOffset());
        chunks.add(chunk);
        sealedBytes += chunk.size();
        sealedRows += chunk.rows();
        return chunk;
    }

    /**
     * Replaces adjacent chunks by one with the same rows.
     *
     * @return null, with nothing changed, when they are not all here any more, or frozen
     */
    public @Nullable Chunk replace(List<Chunk> merged, byte[] bytes) {
        int at = chunks.indexOf(merged.getFirst());
        if (at < frozen
                || at + merged.size() > chunks.size()
                || !chunks.subList(at, at + merged.size()).equals(merged)) {
            return null;
        }
        int rows = 0;
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        for (Chunk c : merged) {
            rows += c.rows();
            min = Math.min(min, c.minTimeNs());
            max = Math.max(max, c.maxTimeNs());
        }
        Chunk chunk = new Chunk(
                chunkIds.get(),
                bytes,
                merged.getFirst().fromOffset(),
                merged.getLast().toOffset(),
                rows,
                min,
                max,
                merged.getFirst().bornNanos());
        sealedBytes += chunk.size() - bytes(merged);
        chunks.subList(at, at + merged.size()).clear();
        chunks.add(at, chunk);
        return chunk;
    }

    /** Keeps all sealed chunks as they are until {@link #removeFrozen} or {@link #thaw}; returns them. */
    public List<Chunk> freeze() {
        frozen = chunks.size();
        return List.copyOf(chunks);
    }

    /** Gives frozen chunks back: no file was made of them. */
    public void thaw() {
        frozen = 0;
    }

    /** The sealed chunks that are not frozen. */
    public List<Chunk> thawedChunks() {
        return List.copyOf(chunks.subList(frozen, chunks.size()));
    }

    /** Removes the frozen chunks: they are in a file now. */
    public void removeFrozen() {
        List<Chunk> first = chunks.subList(0, frozen);
        frozen = 0;
        sealedBytes -= bytes(first);
        for (Chunk c : first) {
            sealedRows -= c.rows();
        }
        first.clear();
    }

    private static long bytes(List<Chunk> chunks) {
        long sum = 0;
        for (Chunk c : chunks) {
            sum += c.size();
        }
        return sum;
    }

    /** The sealed chunks, a copy. */
    public List<Chunk> chunks() {
        return List.copyOf(chunks);
    }

    /** Bytes of the sealed chunks and an estimate of the open one. */
    public long bytes() {
        return sealedBytes + (open.rows() == 0 ? 0 : open.estimatedBytes());
    }

    public long sealedBytes() {
        return sealedBytes;
    }

    /** Rows, those not yet sealed included. */
    public long rows() {
        return sealedRows + open.rows();
    }

    public long sealedRows() {
        return sealedRows;
    }

    public int openRows() {
        return open.rows();
    }

    /** Records with rows in the open chunk. */
    public int openRecords() {
        return open.records();
    }

    /** When the first row of the open chunk came; only if it has one. */
    public long openBornNanos() {
        return open.bornNanos();
    }

    /** One past the last offset in sealed chunks, or where files end when there is none. */
    public long sealedEnd() {
        return open.fromOffset();
    }

    /** One past the last offset passed. */
    public long end() {
        return open.toOffset();
    }

    /** Moves the start of an empty head: offsets below had no rows. */
    public void advanceEmpty() {
        if (!chunks.isEmpty() || open.rows() > 0) {
            throw new IllegalStateException("the head has rows");
        }
        open = new ChunkBuilder(options, open.toOffset());
    }
}
