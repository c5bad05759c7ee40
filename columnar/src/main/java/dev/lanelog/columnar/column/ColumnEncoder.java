package dev.lanelog.columnar.column;

import dev.lanelog.columnar.io.ByteWriter;
import dev.lanelog.columnar.kernel.Bitmap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Chooses an encoding for the values of a column of a slice and writes its pages. Not thread-safe. */
public final class ColumnEncoder {
    /** Distinct values that a dictionary may have in any case. */
    public static final int SMALL_DICTIONARY = 4096;

    /** Distinct values that a dictionary may have at most. */
    public static final int MAX_DICTIONARY = 64 << 10;

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

    /** Memory to gather ids in before they are given to {@link #ids}. */
    public EncodeBuffers buffers() {
        return out.buffers();
    }

    /**
     * A column as numbered values, in any order and some perhaps unused.
     *
     * @param offsets of value i: {@code arena[offsets[i], offsets[i + 1])}; values differ
     * @param sorted all numbers in the order of their values by unsigned bytes, or null when that is not known
     * @param ids value number of every row, the first {@code rows} of it; changed to the sorted numbering
     * @return null when all rows are empty
     */
    public @Nullable EncodedColumn ids(
            byte[] arena, int[] offsets, int size, int @Nullable [] sorted, int[] ids, int rows, int pageRows)
            throws IOException {
        int[] counts = out.buffers().counts(size);
        for (int row = 0; row < rows; row++) {
            counts[ids[row]]++;
        }
        int used = 0;
        int[] inUse = new int[size];
        for (int i = 0; i < size; i++) {
            int id = sorted == null ? i : sorted[i];
            if (counts[id] > 0) {
                inUse[used++] = id;
            }
        }
        if (used == 1) {
            int start = offsets[inUse[0]];
            int length = offsets[inUse[0] + 1] - start;
            return length == 0 ? null : ConstantColumn.encode(arena, start, length, rows);
        }
        if (used < size) {
            inUse = java.util.Arrays.copyOf(inUse, used);
        }
        if (sorted == null) {
            DictionaryBuilder.sort(inUse, arena, offsets);
        }
        int[] rank = out.buffers().rank(size);
        for (int i = 0; i < used; i++) {
            rank[inUse[i]] = i;
        }
        for (int row = 0; row < rows; row++) {
            ids[row] = rank[ids[row]];
        }
        StoredDictionary dictionary = dictionary(arena, offsets, inUse, counts);
        return DictionaryColumn.encode(dictionary, ids, rows, pageRows, laneAligned, codec, out);
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
     * A column of text in an encoding that knows more than text, or null, with nothing written, when there is none.
     *
     * @param values not all the same
     */
    public @Nullable EncodedColumn typed(TextValues values, int pageRows) throws IOException {
        EncodedColumn integers = integers(values, pageRows);
        return integers != null || laneAligned ? integers : PrefixedNumberColumn.tryEncode(values, pageRows, out);
    }

    /**
     * A column of text that repeats other columns, or null, with nothing written, when that saves little.
     *
     * @param refs the columns that it may refer to, 1 to {@value ReferenceColumn#MAX_REFS}
     */
    public @Nullable EncodedColumn references(TextValues values, List<ReferenceFinder.Candidate> refs, int pageRows)
            throws IOException {
        int rows = values.rows();
        long raw = 0;
        boolean hasEmpty = false;
        for (int row = 0; row < rows; row++) {
            raw += values.length(row);
            hasEmpty |= values.length(row) == 0;
        }
        ValueBuffer residual = ReferenceFinder.residual(values, refs);
        if (residual.bytes() > raw - raw / 5) {
            return null;
        }
        int[] offsets = new int[rows + 1];
        System.arraycopy(residual.ends, 0, offsets, 1, rows);
        TextValues left = new TextValues(residual.arena, offsets, null, 0, rows);
        DictionaryBuilder distinct = new DictionaryBuilder();
        int[] ids = dictionaryIds(left, distinct);
        EncodedColumn inner = ids != null
                ? ids(distinct.arena(), distinct.offsets(), distinct.size(), null, ids, rows, pageRows)
                : text(left, pageRows);
        if (inner == null) {
            return null;
        }
        ByteWriter body = new ByteWriter(256);
        body.u8(hasEmpty ? ColumnBlock.HAS_EMPTY : 0);
        body.varint(raw);
        body.varint(refs.size());
        for (ReferenceFinder.Candidate ref : refs) {
            byte[] name = ref.name().getBytes(StandardCharsets.UTF_8);
            body.blob(name, 0, name.length);
            for (long word : ReferenceFinder.byteSet(ref.values())) {
                body.u64(word);
            }
        }
        body.u8(inner.kind());
        body.varint(inner.body().size());
        body.append(inner.body());
        return new EncodedColumn(ColumnBlock.REFERENCES, body);
    }

    /** Numbers the values unless there are too many different ones; then null. */
    public static int @Nullable [] dictionaryIds(TextValues text, DictionaryBuilder values) {
        int rows = text.rows();
        int[] ids = new int[rows];
        for (int r = 0; r < rows; r++) {
            ids[r] = values.add(text.arena(), text.start(r), text.length(r));
            if (values.size() > SMALL_DICTIONARY && (values.size() > r / 2 || values.size() > MAX_DICTIONARY)) {
                return null;
            }
        }
        // The first rows decide too early when they repeat nothing; the end decides for small slices.
        return values.size() > 256 && values.size() > rows / 2 ? null : ids;
    }

    /** Whether all rows have the same value. */
    public static boolean allSame(TextValues values) {
        return isConstant(values);
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
        EncodedColumn typed = typed(values, pageRows);
        return typed != null ? typed : block(values, pageRows);
    }

    /** A column of text as compressed blocks. */
    public EncodedColumn block(TextValues values, int pageRows) throws IOException {
        return TextColumn.encode(values, pageRows, codec, out);
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
