package dev.lanelog.columnar.column;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Gives every distinct value a number, in the order of first sight. Values of up to 16 bytes are compared as two longs
 * that stand beside the hash table, without touching the arena. Not thread-safe.
 */
public final class DictionaryBuilder {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long K1 = 0x9E3779B97F4A7C15L;
    private static final long K2 = 0xC2B2AE3D27D4EB4FL;
    private static final int INLINE = 16;

    /** Ids plus 1 by hash, 0 where free; a power of two. */
    private int[] slots = new int[64];

    /** First and last 8 bytes of an inline value, else hash and 0. */
    private long[] heads = new long[32];

    private long[] tails = new long[32];
    private int[] offsets = new int[33];
    private byte[] arena = new byte[512];
    private int size;

    public int size() {
        return size;
    }

    public byte[] arena() {
        return arena;
    }

    /** Where values start in the arena, and the end of the last one; valid until the next {@link #add}. */
    public int[] offsets() {
        return offsets;
    }

    public int offset(int id) {
        return offsets[id];
    }

    public int length(int id) {
        return offsets[id + 1] - offsets[id];
    }

    /** Bytes of all distinct values. */
    public int arenaBytes() {
        return offsets[size];
    }

    public void clear() {
        if (size > 0) {
            Arrays.fill(slots, 0);
        }
        size = 0;
    }

    /** The number of the value, new or not. */
    public int add(byte[] buf, int off, int len) {
        long head;
        long tail;
        if (len <= INLINE) {
            head = head(buf, off, len);
            tail = len > 8 ? (long) LONGS.get(buf, off + len - 8) : 0;
        } else {
            head = hash(buf, off, len);
            tail = 0;
        }
        int mask = slots.length - 1;
        int slot = (int) mix(head ^ K2, tail ^ K1 ^ len) & mask;
        while (true) {
            int id = slots[slot] - 1;
            if (id < 0) {
                return insert(slot, head, tail, buf, off, len);
            }
            if (heads[id] == head && tails[id] == tail && same(id, buf, off, len)) {
                return id;
            }
            slot = (slot + 1) & mask;
        }
    }

    private boolean same(int id, byte[] buf, int off, int len) {
        int start = offsets[id];
        return offsets[id + 1] - start == len
                && (len <= INLINE || Arrays.equals(arena, start, start + len, buf, off, off + len));
    }

    private int insert(int slot, long head, long tail, byte[] buf, int off, int len) {
        int id = size;
        if (id == heads.length) {
            heads = Arrays.copyOf(heads, id * 2);
            tails = Arrays.copyOf(tails, id * 2);
            offsets = Arrays.copyOf(offsets, id * 2 + 1);
        }
        int at = offsets[id];
        int end = Math.addExact(at, len);
        if (end > arena.length) {
            arena = Arrays.copyOf(arena, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(end, arena.length * 2L)));
        }
        System.arraycopy(buf, off, arena, at, len);
        heads[id] = head;
        tails[id] = tail;
        offsets[id + 1] = end;
        slots[slot] = id + 1;
        size = id + 1;
        if (size * 2 > slots.length) {
            grow();
        }
        return id;
    }

    private void grow() {
        int[] next = new int[slots.length * 4];
        int mask = next.length - 1;
        for (int id = 0; id < size; id++) {
            int slot = (int) mix(heads[id] ^ K2, tails[id] ^ K1 ^ length(id)) & mask;
            while (next[slot] != 0) {
                slot = (slot + 1) & mask;
            }
            next[slot] = id + 1;
        }
        slots = next;
    }

    /** Up to the first 8 bytes, without reading past the value. */
    private static long head(byte[] buf, int off, int len) {
        if (len >= 8) {
            return (long) LONGS.get(buf, off);
        }
        if (len >= 4) {
            long lo = (int) INTS.get(buf, off) & 0xffffffffL;
            long hi = (int) INTS.get(buf, off + len - 4) & 0xffffffffL;
            return lo | hi << 32;
        }
        long v = 0;
        for (int i = 0; i < len; i++) {
            v |= (buf[off + i] & 0xffL) << (8 * i);
        }
        return v;
    }

    /** A 64-bit hash of more than 16 bytes. */
    private static long hash(byte[] buf, int off, int len) {
        long h = len * K2;
        int end = off + len;
        for (int p = off; p < end - 16; p += 16) {
            h = mix((long) LONGS.get(buf, p) ^ h, (long) LONGS.get(buf, p + 8) ^ K1);
        }
        return mix((long) LONGS.get(buf, end - 16) ^ h, (long) LONGS.get(buf, end - 8) ^ K1);
    }

    /** All 128 bits of the product folded: every input bit reaches the low bits, unlike with a plain multiply. */
    private static long mix(long x, long y) {
        long m = x * y ^ Math.unsignedMultiplyHigh(x, y);
        return m ^ m >>> 32;
    }

    /** Ids in the order of their values by unsigned bytes. */
    public int[] sorted() {
        return sorted(new int[0]);
    }

    /**
     * Ids in the order of their values by unsigned bytes.
     *
     * @param known the answer when there were fewer values; returned as it is if there are no more since
     */
    public int[] sorted(int[] known) {
        int old = known.length;
        if (old == size) {
            return known;
        }
        int[] fresh = new int[size - old];
        for (int i = 0; i < fresh.length; i++) {
            fresh[i] = old + i;
        }
        sort(fresh, arena, offsets);
        int[] merged = new int[size];
        int a = 0;
        int b = 0;
        for (int o = 0; o < size; o++) {
            boolean left = b == fresh.length
                    || a < old
                            && Arrays.compareUnsigned(
                                            arena,
                                            offsets[known[a]],
                                            offsets[known[a] + 1],
                                            arena,
                                            offsets[fresh[b]],
                                            offsets[fresh[b] + 1])
                                    < 0;
            merged[o] = left ? known[a++] : fresh[b++];
        }
        return merged;
    }

    /** Sorts ids by the bytes of their values: merge sort, with the first 8 bytes compared as one number. */
    static void sort(int[] ids, byte[] arena, int[] offsets) {
        int n = ids.length;
        if (n < 2) {
            return;
        }
        long[] keys = new long[n];
        for (int i = 0; i < n; i++) {
            keys[i] = sortKey(arena, offsets[ids[i]], offsets[ids[i] + 1]);
        }
        int[] from = new int[n];
        int[] to = new int[n];
        for (int i = 0; i < n; i++) {
            from[i] = i;
        }
        for (int width = 1; width < n; width *= 2) {
            for (int lo = 0; lo < n; lo += 2 * width) {
                int mid = Math.min(n, lo + width);
                int hi = Math.min(n, mid + width);
                int a = lo;
                int b = mid;
                for (int o = lo; o < hi; o++) {
                    boolean left = b >= hi || a < mid && compare(from[a], from[b], keys, ids, arena, offsets) <= 0;
                    to[o] = left ? from[a++] : from[b++];
                }
            }
            int[] t = from;
            from = to;
            to = t;
        }
        int[] original = ids.clone();
        for (int i = 0; i < n; i++) {
            ids[i] = original[from[i]];
        }
    }

    private static int compare(int a, int b, long[] keys, int[] ids, byte[] arena, int[] offsets) {
        int order = Long.compareUnsigned(keys[a], keys[b]);
        if (order != 0) {
            return order;
        }
        int x = ids[a];
        int y = ids[b];
        return Arrays.compareUnsigned(arena, offsets[x], offsets[x + 1], arena, offsets[y], offsets[y + 1]);
    }

    private static long sortKey(byte[] arena, int from, int to) {
        if (to - from >= 8) {
            return Long.reverseBytes((long) LONGS.get(arena, from));
        }
        long v = 0;
        for (int i = 0; i < to - from; i++) {
            v |= (arena[from + i] & 0xffL) << (56 - 8 * i);
        }
        return v;
    }
}
