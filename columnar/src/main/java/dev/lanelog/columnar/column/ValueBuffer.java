package dev.lanelog.columnar.column;

import java.util.Arrays;

/**
 * Values one behind the other: an arena of bytes and where each value ends. Grows as needed; reused by {@link #clear}.
 * Fields are open to the kernels that fill and read it.
 */
public final class ValueBuffer {
    public byte[] arena;

    /** {@code ends[i]} is one past the last byte of value {@code i}; it starts where {@code i - 1} ends. */
    public int[] ends;

    public int count;

    public ValueBuffer() {
        this(256, 4096);
    }

    public ValueBuffer(int values, int bytes) {
        arena = new byte[bytes];
        ends = new int[values];
    }

    public void clear() {
        count = 0;
    }

    /** Bytes in use. */
    public int bytes() {
        return count == 0 ? 0 : ends[count - 1];
    }

    public int offset(int i) {
        return i == 0 ? 0 : ends[i - 1];
    }

    public int length(int i) {
        return ends[i] - offset(i);
    }

    /** Makes room for {@code moreValues} values of {@code moreBytes} bytes in all. */
    public void reserve(int moreValues, int moreBytes) {
        if (ends.length - count < moreValues) {
            ends = Arrays.copyOf(ends, Math.max(count + moreValues, ends.length * 2));
        }
        int used = bytes();
        int wanted = Math.addExact(used, moreBytes);
        if (arena.length < wanted) {
            arena = Arrays.copyOf(arena, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(wanted, arena.length * 2L)));
        }
    }

    public void add(byte[] buf, int off, int len) {
        reserve(1, len);
        int at = bytes();
        System.arraycopy(buf, off, arena, at, len);
        ends[count++] = at + len;
    }

    /** A copy of value {@code i}. */
    public byte[] get(int i) {
        return Arrays.copyOfRange(arena, offset(i), ends[i]);
    }
}
