package dev.lanelog.columnar.kernel;

import static dev.lanelog.columnar.kernel.Packing.BLOCK;
import static dev.lanelog.columnar.kernel.Packing.BYTE;
import static dev.lanelog.columnar.kernel.Packing.INT;
import static dev.lanelog.columnar.kernel.Packing.LONG;
import static dev.lanelog.columnar.kernel.Packing.SHORT;
import static dev.lanelog.columnar.kernel.Packing.STRIPE;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** {@link BitUnpack} with plain loops over one lane width each. */
public final class ScalarBitUnpack implements BitUnpack {
    @Override
    public void ints(MemorySegment in, long off, int width, int n, int add, int[] out) {
        if (width == 0) {
            Arrays.fill(out, 0, n, add);
            return;
        }
        long[] buffer = new long[BLOCK];
        int blocks = n / BLOCK;
        for (int b = 0; b < blocks; b++) {
            block(in, off + (long) b * STRIPE * width, width, buffer, 0);
            for (int i = 0, o = b * BLOCK; i < BLOCK; i++) {
                out[o + i] = (int) buffer[i] + add;
            }
        }
        intTail(in, off, width, n, add, out);
    }

    static void intTail(MemorySegment in, long off, int width, int n, int add, int[] out) {
        int blocks = n / BLOCK;
        long at = off + (long) blocks * STRIPE * width;
        for (int i = blocks * BLOCK; i < n; i++) {
            out[i] = (int) Packing.tailValue(in, at, width, i - blocks * BLOCK) + add;
        }
    }

    @Override
    public void longs(MemorySegment in, long off, int width, int n, long multiplier, long add, long[] out) {
        if (width == 0) {
            Arrays.fill(out, 0, n, add);
            return;
        }
        int blocks = n / BLOCK;
        for (int b = 0; b < blocks; b++) {
            int o = b * BLOCK;
            block(in, off + (long) b * STRIPE * width, width, out, o);
            for (int i = o; i < o + BLOCK; i++) {
                out[i] = out[i] * multiplier + add;
            }
        }
        longTail(in, off, width, n, multiplier, add, out);
    }

    static void longTail(MemorySegment in, long off, int width, int n, long multiplier, long add, long[] out) {
        int blocks = n / BLOCK;
        long at = off + (long) blocks * STRIPE * width;
        for (int i = blocks * BLOCK; i < n; i++) {
            out[i] = Packing.tailValue(in, at, width, i - blocks * BLOCK) * multiplier + add;
        }
    }

    /** One block of 512 values to {@code out[o, o + 512)}. */
    static void block(MemorySegment in, long p, int width, long[] out, int o) {
        switch (Packing.laneBits(width)) {
            case 8 -> block8(in, p, width, out, o);
            case 16 -> block16(in, p, width, out, o);
            case 32 -> block32(in, p, width, out, o);
            default -> block64(in, p, width, out, o);
        }
    }

    private static void block8(MemorySegment in, long p, int width, long[] out, int o) {
        int mask = (1 << width) - 1;
        for (int k = 0; k < 8; k++) {
            int bit = k * width;
            int shift = bit & 7;
            long at = p + (long) (bit >>> 3) * STRIPE;
            int to = o + k * 64;
            if (shift + width <= 8) {
                for (int l = 0; l < 64; l++) {
                    out[to + l] = (in.get(BYTE, at + l) & 0xffL) >>> shift & mask;
                }
            } else {
                for (int l = 0; l < 64; l++) {
                    long word = in.get(BYTE, at + l) & 0xffL | (in.get(BYTE, at + STRIPE + l) & 0xffL) << 8;
                    out[to + l] = word >>> shift & mask;
                }
            }
        }
    }

    private static void block16(MemorySegment in, long p, int width, long[] out, int o) {
        int mask = (1 << width) - 1;
        for (int k = 0; k < 16; k++) {
            int bit = k * width;
            int shift = bit & 15;
            long at = p + (long) (bit >>> 4) * STRIPE;
            int to = o + k * 32;
            if (shift + width <= 16) {
                for (int l = 0; l < 32; l++) {
                    out[to + l] = (in.get(SHORT, at + 2L * l) & 0xffffL) >>> shift & mask;
                }
            } else {
                for (int l = 0; l < 32; l++) {
                    long word = in.get(SHORT, at + 2L * l) & 0xffffL
                            | (in.get(SHORT, at + STRIPE + 2L * l) & 0xffffL) << 16;
                    out[to + l] = word >>> shift & mask;
                }
            }
        }
    }

    private static void block32(MemorySegment in, long p, int width, long[] out, int o) {
        long mask = Packing.mask(width);
        for (int k = 0; k < 32; k++) {
            int bit = k * width;
            int shift = bit & 31;
            long at = p + (long) (bit >>> 5) * STRIPE;
            int to = o + k * 16;
            if (shift + width <= 32) {
                for (int l = 0; l < 16; l++) {
                    out[to + l] = (in.get(INT, at + 4L * l) & 0xffffffffL) >>> shift & mask;
                }
            } else {
                for (int l = 0; l < 16; l++) {
                    long word = in.get(INT, at + 4L * l) & 0xffffffffL | (long) in.get(INT, at + STRIPE + 4L * l) << 32;
                    out[to + l] = word >>> shift & mask;
                }
            }
        }
    }

    private static void block64(MemorySegment in, long p, int width, long[] out, int o) {
        long mask = Packing.mask(width);
        for (int k = 0; k < 64; k++) {
            int bit = k * width;
            int shift = bit & 63;
            long at = p + (long) (bit >>> 6) * STRIPE;
            int to = o + k * 8;
            if (shift + width <= 64) {
                for (int l = 0; l < 8; l++) {
                    out[to + l] = in.get(LONG, at + 8L * l) >>> shift & mask;
                }
            } else {
                for (int l = 0; l < 8; l++) {
                    long v = in.get(LONG, at + 8L * l) >>> shift | in.get(LONG, at + STRIPE + 8L * l) << (64 - shift);
                    out[to + l] = v & mask;
                }
            }
        }
    }
}
