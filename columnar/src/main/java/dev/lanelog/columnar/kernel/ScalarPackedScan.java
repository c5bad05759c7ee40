package dev.lanelog.columnar.kernel;

import static dev.lanelog.columnar.kernel.Packing.BLOCK;
import static dev.lanelog.columnar.kernel.Packing.STRIPE;

import java.lang.foreign.MemorySegment;

/** {@link PackedScan} one value at a time. */
public final class ScalarPackedScan implements PackedScan {
    @Override
    public void equal(MemorySegment in, long off, int width, int n, long value, long[] bits) {
        range(in, off, width, n, value, value, bits);
    }

    @Override
    public void range(MemorySegment in, long off, int width, int n, long lo, long hi, long[] bits) {
        long[] buffer = new long[BLOCK];
        long span = hi - lo + Long.MIN_VALUE;
        int blocks = n / BLOCK;
        for (int b = 0; b < blocks; b++) {
            ScalarBitUnpack.block(in, off + (long) b * STRIPE * width, width, buffer, 0);
            for (int w = 0; w < BLOCK / 64; w++) {
                bits[b * (BLOCK / 64) + w] = rangeWord(buffer, w * 64, lo, span);
            }
        }
        rangeTail(in, off + (long) blocks * STRIPE * width, width, blocks * BLOCK, n, lo, hi, bits);
    }

    private static long rangeWord(long[] v, int at, long lo, long span) {
        long word = 0;
        for (int i = 0; i < 64; i++) {
            // unsigned (v - lo) <= (hi - lo), by flipping the sign bits
            word |= (v[at + i] - lo + Long.MIN_VALUE <= span ? 1L : 0L) << i;
        }
        return word;
    }

    /** The values behind the last block; shared with the vector twin. */
    static void rangeTail(MemorySegment in, long at, int width, int from, int n, long lo, long hi, long[] bits) {
        long span = hi - lo + Long.MIN_VALUE;
        for (int base = from; base < n; base += 64) {
            long word = 0;
            for (int i = 0, count = Math.min(64, n - base); i < count; i++) {
                long v = Packing.tailValue(in, at, width, base - from + i);
                word |= (v - lo + Long.MIN_VALUE <= span ? 1L : 0L) << i;
            }
            bits[base >>> 6] = word;
        }
    }

    @Override
    public void inSet(MemorySegment in, long off, int width, int n, long[] set, long[] bits) {
        long[] buffer = new long[BLOCK];
        int blocks = n / BLOCK;
        for (int b = 0; b < blocks; b++) {
            ScalarBitUnpack.block(in, off + (long) b * STRIPE * width, width, buffer, 0);
            for (int w = 0; w < BLOCK / 64; w++) {
                long word = 0;
                for (int i = 0; i < 64; i++) {
                    int v = (int) buffer[w * 64 + i];
                    word |= (set[v >>> 6] >>> v & 1L) << i;
                }
                bits[b * (BLOCK / 64) + w] = word;
            }
        }
        inSetTail(in, off + (long) blocks * STRIPE * width, width, blocks * BLOCK, n, set, bits);
    }

    /** The values behind the last block; shared with the vector twin. */
    static void inSetTail(MemorySegment in, long at, int width, int from, int n, long[] set, long[] bits) {
        for (int base = from; base < n; base += 64) {
            long word = 0;
            for (int i = 0, count = Math.min(64, n - base); i < count; i++) {
                int v = (int) Packing.tailValue(in, at, width, base - from + i);
                word |= (set[v >>> 6] >>> v & 1L) << i;
            }
            bits[base >>> 6] = word;
        }
    }
}
