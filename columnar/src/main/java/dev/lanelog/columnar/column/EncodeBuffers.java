package dev.lanelog.columnar.column;

import dev.lanelog.columnar.io.ByteWriter;

/**
 * Working memory of encoders, kept from column to column and, by a head, from chunk to chunk: what is allocated fresh is
 * zeroed and touched first, which costs more than encoding. Not thread-safe.
 */
public final class EncodeBuffers {
    /** Larger buffers are given back by {@link #trim}. */
    private static final int KEEP_BYTES = 4 << 20;

    ByteWriter page = new ByteWriter(4096);
    ByteWriter heads = new ByteWriter(256);
    ByteWriter blocks = new ByteWriter(4096);
    ByteWriter text = new ByteWriter(4096);
    private long[] longs = new long[0];
    private int[] counts = new int[0];
    private int[] rank = new int[0];
    private int[] ids = new int[0];

    /** At least {@code n} longs of any content. */
    long[] longs(int n) {
        if (longs.length < n) {
            longs = new long[Math.max(n, 1024)];
        }
        return longs;
    }

    /** At least {@code n} ints of any content. */
    public int[] ids(int n) {
        if (ids.length < n) {
            ids = new int[Math.max(n, 1024)];
        }
        return ids;
    }

    /** At least {@code n} zeros. */
    int[] counts(int n) {
        if (counts.length < n) {
            counts = new int[Math.max(n + n / 2, 256)];
        } else {
            java.util.Arrays.fill(counts, 0, n, 0);
        }
        return counts;
    }

    /** At least {@code n} ints of any content, others than {@link #ids} and {@link #counts}. */
    int[] rank(int n) {
        if (rank.length < n) {
            rank = new int[Math.max(n + n / 2, 256)];
        }
        return rank;
    }

    /** Gives back what one odd column made large. */
    public void trim() {
        page = trimmed(page);
        heads = trimmed(heads);
        blocks = trimmed(blocks);
        text = trimmed(text);
        if (longs.length > KEEP_BYTES / Long.BYTES) {
            longs = new long[0];
        }
        if (ids.length > KEEP_BYTES / Integer.BYTES) {
            ids = new int[0];
        }
        if (counts.length > KEEP_BYTES / Integer.BYTES) {
            counts = new int[0];
        }
        if (rank.length > KEEP_BYTES / Integer.BYTES) {
            rank = new int[0];
        }
    }

    private static ByteWriter trimmed(ByteWriter writer) {
        return writer.buffer().length > KEEP_BYTES ? new ByteWriter(4096) : writer;
    }
}
