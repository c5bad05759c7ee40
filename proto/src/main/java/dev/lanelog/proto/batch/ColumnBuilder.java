package dev.lanelog.proto.batch;

import java.util.Arrays;

/**
 * One column while a batch grows. Starts as a dictionary and turns plain when values hardly repeat; the form that a
 * column ended with is tried first in the next batches, because hashing values that never repeat is the dearest step
 * of all.
 */
final class ColumnBuilder {
    /** Rows after which a dictionary is first judged. */
    private static final int FIRST_CHECK_ROWS = 128;
    /** A plain column tries a dictionary again after so many batches. */
    private static final int PLAIN_TURNS = 16;
    /** Above this a dictionary must have at most half as many values as rows. */
    private static final int BIG_DICTIONARY = 1024;

    private static final long K0 = 0x9E3779B97F4A7C15L;
    private static final long K1 = 0xD6E8FEB86659FD93L;

    final byte[] name;

    private boolean plain;
    private int plainTurns;

    private byte[] arena = new byte[64];
    private int used;
    /** End of value i in the arena: of dictionary value i, or of row i when plain. */
    private int[] ends = new int[16];

    private int[] ids = new int[16];
    private int rows;

    private int distinct;
    private int emptyId = -1;
    private int[] table = new int[32];
    private int[] hashes = new int[16];

    ColumnBuilder(byte[] name) {
        this.name = name;
    }

    int rows() {
        return rows;
    }

    boolean hasValues() {
        return used > 0;
    }

    void clear() {
        if (plain) {
            if (--plainTurns <= 0) {
                plain = false;
            }
        }
        if (distinct > 0) {
            Arrays.fill(table, 0);
        }
        // One huge batch must not pin its buffers for ever.
        if (arena.length > 1 << 20) {
            arena = new byte[1 << 12];
        }
        rows = 0;
        used = 0;
        distinct = 0;
        emptyId = -1;
    }

    /** Sets the value of row {@code row}; rows between are empty. Returns the raw bytes this added. */
    int set(int row, byte[] src, int off, int len) {
        if (row < rows) {
            throw new IllegalArgumentException("field set twice in a row");
        }
        pad(row);
        if (plain) {
            append(src, off, len);
            if (rows == ends.length) {
                ends = Arrays.copyOf(ends, rows * 2);
            }
            ends[rows++] = used;
            return len + 2;
        }
        int before = used;
        int id = idOf(src, off, len);
        if (rows == ids.length) {
            ids = Arrays.copyOf(ids, rows * 2);
        }
        ids[rows++] = id;
        if (rows == FIRST_CHECK_ROWS && distinct > FIRST_CHECK_ROWS * 3 / 4
                || distinct > BIG_DICTIONARY && distinct * 2 > rows) {
            turnPlain();
            plainTurns = PLAIN_TURNS;
        }
        return used - before + 2;
    }

    private void pad(int row) {
        if (rows == row) {
            return;
        }
        if (plain) {
            if (row > ends.length) {
                ends = Arrays.copyOf(ends, Math.max(row, ends.length * 2));
            }
            Arrays.fill(ends, rows, row, used);
        } else {
            if (emptyId < 0) {
                emptyId = idOf(name, 0, 0);
            }
            if (row > ids.length) {
                ids = Arrays.copyOf(ids, Math.max(row, ids.length * 2));
            }
            Arrays.fill(ids, rows, row, emptyId);
        }
        rows = row;
    }

    private void append(byte[] src, int off, int len) {
        if (arena.length - used < len) {
            arena = Arrays.copyOf(arena, Math.max(used + len, arena.length * 2));
        }
        System.arraycopy(src, off, arena, used, len);
        used += len;
    }

    private int idOf(byte[] src, int off, int len) {
        int hash = hash(src, off, len);
        int mask = table.length - 1;
        int at = hash & mask;
        while (true) {
            int entry = table[at] - 1;
            if (entry < 0) {
                break;
            }
            if (hashes[entry] == hash) {
                int start = entry == 0 ? 0 : ends[entry - 1];
                if (ends[entry] - start == len && Arrays.equals(arena, start, start + len, src, off, off + len)) {
                    return entry;
                }
            }
            at = (at + 1) & mask;
        }
        append(src, off, len);
        if (distinct == ends.length) {
            ends = Arrays.copyOf(ends, distinct * 2);
        }
        if (distinct == hashes.length) {
            hashes = Arrays.copyOf(hashes, distinct * 2);
        }
        ends[distinct] = used;
        hashes[distinct] = hash;
        table[at] = ++distinct;
        if (distinct * 2 > table.length) {
            rehash();
        }
        return distinct - 1;
    }

    private void rehash() {
        int[] bigger = new int[table.length * 2];
        int mask = bigger.length - 1;
        for (int i = 0; i < distinct; i++) {
            int at = hashes[i] & mask;
            while (bigger[at] != 0) {
                at = (at + 1) & mask;
            }
            bigger[at] = i + 1;
        }
        table = bigger;
    }

    /** A 64x64 to 128 bit multiply folded: a plain multiply masked low would ignore the high bytes of its input. */
    static int hash(byte[] src, int off, int len) {
        long h = len * K1;
        int i = 0;
        for (; i + 8 <= len; i += 8) {
            h = fold(h ^ LittleEndian.i64(src, off + i), K0);
        }
        long tail = 0;
        for (; i < len; i++) {
            tail = tail << 8 | (src[off + i] & 0xFF);
        }
        h = fold(h ^ tail, K1);
        return (int) (h ^ h >>> 32);
    }

    private static long fold(long a, long b) {
        return a * b ^ Math.unsignedMultiplyHigh(a, b);
    }

    /** Lays the values out again row by row. */
    private void turnPlain() {
        byte[] old = arena;
        int[] oldEnds = Arrays.copyOf(ends, distinct);
        long total = 0;
        for (int r = 0; r < rows; r++) {
            int id = ids[r];
            total += oldEnds[id] - (id == 0 ? 0 : oldEnds[id - 1]);
        }
        arena = new byte[(int) Math.min(Integer.MAX_VALUE - 64L, Math.max(64, total * 2))];
        used = 0;
        if (ends.length < rows) {
            ends = new int[ids.length];
        }
        for (int r = 0; r < rows; r++) {
            int id = ids[r];
            int start = id == 0 ? 0 : oldEnds[id - 1];
            append(old, start, oldEnds[id] - start);
            ends[r] = used;
        }
        Arrays.fill(table, 0);
        distinct = 0;
        emptyId = -1;
        plain = true;
        plainTurns = 1;
    }

    /** Writes name, kind and payload of a column of {@code total} rows. */
    void write(ByteSink out, int total, int[] lengths) {
        pad(total);
        if (!plain && distinct > 16 && distinct * 2 > total) {
            turnPlain();
        }
        out.varint(name.length);
        out.bytes(name, 0, name.length);
        if (!plain) {
            out.u8(BatchFormat.KIND_DICTIONARY);
            out.varint(distinct);
            writeLengths(out, distinct, lengths);
            out.bytes(arena, 0, used);
            out.packed(ids, total, BatchFormat.widthFor(distinct - 1));
            return;
        }
        int each = total == 0 ? 0 : ends[0];
        if (each > 0 && (each & 1) == 0 && fixed(total, each) && HexPairs.isLowerHex(arena, 0, used)) {
            out.u8(BatchFormat.KIND_HEX);
            out.varint(each);
            // Reserved before data() is asked for: making room may replace the array.
            int at = out.reserve(used / 2);
            HexPairs.pack(arena, 0, used, out.data(), at);
            return;
        }
        out.u8(BatchFormat.KIND_PLAIN);
        writeLengths(out, total, lengths);
        out.bytes(arena, 0, used);
    }

    private boolean fixed(int count, int each) {
        if (used != (long) count * each) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (ends[i] != (i + 1) * each) {
                return false;
            }
        }
        return true;
    }

    private void writeLengths(ByteSink out, int count, int[] lengths) {
        int start = 0;
        int max = 0;
        int min = Integer.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            int len = ends[i] - start;
            lengths[i] = len;
            max = Math.max(max, len);
            min = Math.min(min, len);
            start = ends[i];
        }
        if (count == 0 || min == max) {
            out.u8(0);
            out.varint(count == 0 ? 0 : max);
            return;
        }
        int width = BatchFormat.widthFor(max);
        out.u8(width);
        out.packed(lengths, count, width);
    }
}
