package dev.lanelog.columnar.column;

import dev.lanelog.columnar.kernel.Bitmap;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Chooses an encoding for the values of a column of a slice and writes its pages. Not thread-safe. */
public final class ColumnEncoder {
    private final PageWriter out;
    private final TextCodec codec;
    private final boolean laneAligned;

    /**
     * @param laneAligned packed values take 8, 16, 32 or 64 bits: quick to write, for head chunks
     */
    public ColumnEncoder(PageWriter out, TextCodec codec, boolean laneAligned) {
        this.out = out;
        this.codec = codec;
        this.laneAligned = laneAligned;
    }

    /**
     * A column as numbered values, in any order and some perhaps unused.
     *
     * @param offsets of value i: {@code arena[offsets[i], offsets[i + 1])}; values differ
     * @param ids value number of every row; changed to the sorted numbering
     * @return null when all rows are empty
     */
    public @Nullable EncodedColumn ids(byte[] arena, int[] offsets, int size, int[] ids, int pageRows)
            throws IOException {
        int[] counts = new int[size];
        for (int id : ids) {
            counts[id]++;
        }
        int used = 0;
        for (int id = 0; id < size; id++) {
            used += counts[id] > 0 ? 1 : 0;
        }
        int[] sorted = new int[used];
        for (int id = 0, i = 0; id < size; id++) {
            if (counts[id] > 0) {
                sorted[i++] = id;
            }
        }
        if (used == 1) {
            int start = offsets[sorted[0]];
            int length = offsets[sorted[0] + 1] - start;
            return length == 0 ? null : ConstantColumn.encode(arena, start, length, ids.length);
        }
        DictionaryBuilder.sort(sorted, arena, offsets);
        int[] rank = new int[size];
        for (int i = 0; i < used; i++) {
            rank[sorted[i]] = i;
        }
        for (int row = 0; row < ids.length; row++) {
            ids[row] = rank[ids[row]];
        }
        StoredDictionary dictionary = dictionary(arena, offsets, sorted, counts);
        return DictionaryColumn.encode(dictionary, ids, pageRows, laneAligned, codec, out);
    }

    private static StoredDictionary dictionary(byte[] arena, int[] offsets, int[] sorted, int[] counts) {
        int n = sorted.length;
        long bytes = 0;
        for (int id : sorted) {
            bytes += offsets[id + 1] - offsets[id];
        }
        byte[] values = new byte[Math.toIntExact(bytes)];
        int[] starts = new int[n + 1];
        int[] rows = new int[n];
        for (int i = 0; i < n; i++) {
            int id = sorted[i];
            int length = offsets[id + 1] - offsets[id];
            System.arraycopy(arena, offsets[id], values, starts[i], length);
            starts[i + 1] = starts[i] + length;
            rows[i] = counts[id];
        }
        return new StoredDictionary(values, starts, rows);
    }

    /** A column of integers; {@code empty} are the rows without one, or null. */
    public EncodedColumn longs(long[] values, @Nullable Bitmap empty, int pageRows) throws IOException {
        long raw = 0;
        for (int row = 0; row < values.length; row++) {
            if (empty == null || !empty.get(row)) {
                raw += Decimal.length(values[row]);
            }
        }
        return IntegerColumn.encode(values, empty, pageRows, raw, laneAligned, out);
    }

    /**
     * A column of text.
     *
     * @return null when all rows are empty
     */
    public @Nullable EncodedColumn text(TextValues values, int pageRows) throws IOException {
        if (isConstant(values)) {
            return values.length(0) == 0
                    ? null
                    : ConstantColumn.encode(values.arena(), values.start(0), values.length(0), values.rows());
        }
        EncodedColumn integers = integers(values, pageRows);
        return integers != null ? integers : TextColumn.encode(values, pageRows, codec, out);
    }

    private static boolean isConstant(TextValues values) {
        int start = values.start(0);
        int end = start + values.length(0);
        for (int row = 1; row < values.rows(); row++) {
            int s = values.start(row);
            if (!java.util.Arrays.equals(values.arena(), start, end, values.arena(), s, s + values.length(row))) {
                return false;
            }
        }
        return true;
    }

    private @Nullable EncodedColumn integers(TextValues values, int pageRows) throws IOException {
        int rows = values.rows();
        byte[] arena = values.arena();
        long[] longs = null;
        Bitmap empty = null;
        for (int row = 0; row < rows; row++) {
            int length = values.length(row);
            if (length == 0) {
                if (empty == null) {
                    empty = new Bitmap(rows);
                }
                empty.set(row);
                continue;
            }
            int start = values.start(row);
            if (!Decimal.isCanonical(arena, start, length)) {
                return null;
            }
            if (longs == null) {
                longs = new long[rows];
            }
            longs[row] = Decimal.parse(arena, start, length);
        }
        return longs == null ? null : longs(longs, empty, pageRows);
    }
}
