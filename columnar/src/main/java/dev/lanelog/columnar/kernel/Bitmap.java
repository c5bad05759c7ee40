package dev.lanelog.columnar.kernel;

import java.util.Arrays;

/**
 * A set of row numbers {@code [0, size)} as 64-bit words; bits past {@code size} are always clear. The JIT vectorises
 * its loops, which is why it has no vector twin. Not thread-safe.
 */
public final class Bitmap {
    private long[] words;
    private int size;

    public Bitmap(int size) {
        this.size = size;
        this.words = new long[wordCount(size)];
    }

    /** Words needed for {@code size} bits. */
    public static int wordCount(int size) {
        return (size + 63) >>> 6;
    }

    /** Makes it an empty set of another size, keeping the memory where it suffices. */
    public void reset(int newSize) {
        int need = wordCount(newSize);
        if (words.length < need) {
            words = new long[need];
        } else {
            Arrays.fill(words, 0, Math.max(need, wordCount(size)), 0L);
        }
        size = newSize;
    }

    public int size() {
        return size;
    }

    /** The words, for kernels; only the first {@code wordCount(size())} belong to the set. */
    public long[] words() {
        return words;
    }

    public boolean get(int row) {
        return (words[row >>> 6] >>> row & 1L) != 0;
    }

    public void set(int row) {
        words[row >>> 6] |= 1L << row;
    }

    public void clear(int row) {
        words[row >>> 6] &= ~(1L << row);
    }

    public void setAll() {
        setRange(0, size);
    }

    public void clearAll() {
        Arrays.fill(words, 0, wordCount(size), 0L);
    }

    /** Sets {@code [from, to)}. */
    public void setRange(int from, int to) {
        if (from >= to) {
            return;
        }
        int first = from >>> 6;
        int last = (to - 1) >>> 6;
        long head = -1L << from;
        long tail = -1L >>> -to;
        if (first == last) {
            words[first] |= head & tail;
            return;
        }
        words[first] |= head;
        Arrays.fill(words, first + 1, last, -1L);
        words[last] |= tail;
    }

    /** Clears {@code [from, to)}. */
    public void clearRange(int from, int to) {
        if (from >= to) {
            return;
        }
        int first = from >>> 6;
        int last = (to - 1) >>> 6;
        long head = -1L << from;
        long tail = -1L >>> -to;
        if (first == last) {
            words[first] &= ~(head & tail);
            return;
        }
        words[first] &= ~head;
        Arrays.fill(words, first + 1, last, 0L);
        words[last] &= ~tail;
    }

    public void and(Bitmap other) {
        long[] w = words;
        long[] o = other.words;
        for (int i = 0, n = wordCount(size); i < n; i++) {
            w[i] &= o[i];
        }
    }

    public void andNot(Bitmap other) {
        long[] w = words;
        long[] o = other.words;
        for (int i = 0, n = wordCount(size); i < n; i++) {
            w[i] &= ~o[i];
        }
    }

    public void or(Bitmap other) {
        long[] w = words;
        long[] o = other.words;
        for (int i = 0, n = wordCount(size); i < n; i++) {
            w[i] |= o[i];
        }
    }

    /** Makes it equal to {@code other}. */
    public void copyFrom(Bitmap other) {
        reset(other.size);
        System.arraycopy(other.words, 0, words, 0, wordCount(size));
    }

    public int cardinality() {
        long n = 0;
        for (int i = 0, c = wordCount(size); i < c; i++) {
            n += Long.bitCount(words[i]);
        }
        return (int) n;
    }

    public boolean isEmpty() {
        for (int i = 0, n = wordCount(size); i < n; i++) {
            if (words[i] != 0) {
                return false;
            }
        }
        return true;
    }

    public boolean isFull() {
        return cardinality() == size;
    }

    /** The first set bit at or after {@code from}, or -1. */
    public int nextSetBit(int from) {
        int i = from >>> 6;
        int n = wordCount(size);
        if (i >= n) {
            return -1;
        }
        long word = words[i] & (-1L << from);
        while (word == 0) {
            if (++i == n) {
                return -1;
            }
            word = words[i];
        }
        return (i << 6) + Long.numberOfTrailingZeros(word);
    }

    /** The last set bit at or before {@code from}, or -1. */
    public int previousSetBit(int from) {
        if (from < 0) {
            return -1;
        }
        int i = from >>> 6;
        long word = words[i] & (-1L >>> ~from);
        while (word == 0) {
            if (--i < 0) {
                return -1;
            }
            word = words[i];
        }
        return (i << 6) + 63 - Long.numberOfLeadingZeros(word);
    }
}
