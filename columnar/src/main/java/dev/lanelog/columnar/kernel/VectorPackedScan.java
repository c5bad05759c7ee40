package dev.lanelog.columnar.kernel;

import static dev.lanelog.columnar.kernel.Packing.BLOCK;
import static dev.lanelog.columnar.kernel.Packing.STRIPE;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link PackedScan} on vectors of the preferred width: a compare of consecutive lanes gives consecutive bits. Lanes are
 * never moved, so this runs at any width without falling out of the intrinsics.
 */
public final class VectorPackedScan implements PackedScan {
    private static final VectorSpecies<Byte> B = ByteVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Short> S = ShortVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Integer> I = IntVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Long> L = LongVector.SPECIES_PREFERRED;

    // Wider lanes are loaded as bytes and reinterpreted: the JIT has no intrinsic for a load of shorts, ints or longs
    // from a segment over a byte[], and falls to 2-6 ns a value there.

    /** Sets of up to this many runs of values are scanned run by run. */
    private static final int MAX_RUNS = 6;

    @Override
    public void equal(MemorySegment in, long off, int width, int n, long value, long[] bits) {
        int blocks = n / BLOCK;
        if ((value & ~Packing.mask(width)) != 0) {
            Arrays.fill(bits, 0, Bitmap.wordCount(n), 0);
            return;
        }
        long p = off;
        for (int b = 0; b < blocks; b++, p += (long) STRIPE * width) {
            int o = b * (BLOCK / 64);
            switch (Packing.laneBits(width)) {
                case 8 -> equal8(in, p, width, (int) value, bits, o);
                case 16 -> equal16(in, p, width, (int) value, bits, o);
                case 32 -> equal32(in, p, width, (int) value, bits, o);
                default -> equal64(in, p, width, value, bits, o);
            }
        }
        ScalarPackedScan.rangeTail(in, p, width, blocks * BLOCK, n, value, value, bits);
    }

    @Override
    public void range(MemorySegment in, long off, int width, int n, long lo, long hi, long[] bits) {
        int blocks = n / BLOCK;
        long mask = Packing.mask(width);
        if (Long.compareUnsigned(lo, mask) > 0) {
            Arrays.fill(bits, 0, Bitmap.wordCount(n), 0);
            return;
        }
        long top = Long.compareUnsigned(hi, mask) > 0 ? mask : hi;
        long p = off;
        for (int b = 0; b < blocks; b++, p += (long) STRIPE * width) {
            int o = b * (BLOCK / 64);
            switch (Packing.laneBits(width)) {
                case 8 -> range8(in, p, width, (int) lo, (int) top, bits, o);
                case 16 -> range16(in, p, width, (int) lo, (int) top, bits, o);
                case 32 -> range32(in, p, width, (int) lo, (int) top, bits, o);
                default -> range64(in, p, width, lo, top, bits, o);
            }
        }
        ScalarPackedScan.rangeTail(in, p, width, blocks * BLOCK, n, lo, top, bits);
    }

    @Override
    public void inSet(MemorySegment in, long off, int width, int n, long[] set, long[] bits) {
        int[] runs = runs(set, width);
        if (runs.length == 0) {
            Arrays.fill(bits, 0, Bitmap.wordCount(n), 0);
            return;
        }
        if (runs.length > 2 * MAX_RUNS) {
            bySet(in, off, width, n, set, bits);
            return;
        }
        range(in, off, width, n, runs[0], runs[1], bits);
        long[] more = runs.length == 2 ? bits : new long[Bitmap.wordCount(n)];
        for (int r = 2; r < runs.length; r += 2) {
            range(in, off, width, n, runs[r], runs[r + 1], more);
            for (int w = 0; w < more.length; w++) {
                bits[w] |= more[w];
            }
        }
    }

    /** First and last value of each run in the set; one pair too many when there are more than {@value #MAX_RUNS}. */
    private static int[] runs(long[] set, int width) {
        int[] runs = new int[2 * MAX_RUNS + 2];
        int count = 0;
        int size = 1 << width;
        boolean inside = false;
        for (int v = 0; v < size; v++) {
            boolean member = (set[v >>> 6] >>> v & 1) != 0;
            if (member && !inside) {
                if (count == runs.length) {
                    return runs;
                }
                runs[count] = v;
            }
            if (!member && inside) {
                runs[count + 1] = v - 1;
                count += 2;
            }
            inside = member;
        }
        if (inside) {
            runs[count + 1] = size - 1;
            count += 2;
        }
        return Arrays.copyOf(runs, count);
    }

    /** Unpacks a block at a time and looks every value up. */
    private static void bySet(MemorySegment in, long off, int width, int n, long[] set, long[] bits) {
        int[] buffer = new int[BLOCK];
        int blocks = n / BLOCK;
        long p = off;
        for (int b = 0; b < blocks; b++, p += (long) STRIPE * width) {
            VectorBitUnpack.block(in, p, width, 0, buffer, 0);
            for (int w = 0; w < BLOCK / 64; w++) {
                long word = 0;
                for (int i = 0; i < 64; i++) {
                    int v = buffer[w * 64 + i];
                    word |= (set[v >>> 6] >>> v & 1L) << i;
                }
                bits[b * (BLOCK / 64) + w] = word;
            }
        }
        ScalarPackedScan.inSetTail(in, p, width, blocks * BLOCK, n, set, bits);
    }

    private static ByteVector load8(MemorySegment in, long at, int shift, int width) {
        ByteVector v = ByteVector.fromMemorySegment(B, in, at, LITTLE_ENDIAN).lanewise(VectorOperators.LSHR, shift);
        if (shift + width > 8) {
            ByteVector next = ByteVector.fromMemorySegment(B, in, at + STRIPE, LITTLE_ENDIAN);
            v = v.or(next.lanewise(VectorOperators.LSHL, 8 - shift));
        }
        return v;
    }

    private static void equal8(MemorySegment in, long p, int width, int value, long[] bits, int o) {
        int mask = (int) Packing.mask(width);
        for (int w = 0, k = 0; w < BLOCK / 64; w++) {
            long word = 0;
            for (int r = 0; r < 64; r += 64, k++) {
                int bit = k * width;
                int shift = bit & 7;
                long at = p + (long) (bit >>> 3) * STRIPE;
                boolean whole = shift + width <= 8;
                int m = whole ? mask << shift : mask;
                int x = whole ? value << shift : value;
                for (int l = 0; l < 64; l += B.length()) {
                    ByteVector v = whole
                            ? ByteVector.fromMemorySegment(B, in, at + 1L * l, LITTLE_ENDIAN)
                            : load8(in, at + 1L * l, shift, width);
                    word |= v.and((byte) m)
                                    .compare(VectorOperators.EQ, (byte) x)
                                    .toLong()
                            << (r + l);
                }
            }
            bits[o + w] = word;
        }
    }

    private static void range8(MemorySegment in, long p, int width, int lo, int hi, long[] bits, int o) {
        int mask = (int) Packing.mask(width);
        // (v - lo) <=u (hi - lo) as a signed compare of both less 2^7
        int base = lo + Byte.MIN_VALUE;
        int span = hi - lo + Byte.MIN_VALUE;
        for (int w = 0, k = 0; w < BLOCK / 64; w++) {
            long word = 0;
            for (int r = 0; r < 64; r += 64, k++) {
                int bit = k * width;
                int shift = bit & 7;
                long at = p + (long) (bit >>> 3) * STRIPE;
                for (int l = 0; l < 64; l += B.length()) {
                    ByteVector v = load8(in, at + 1L * l, shift, width).and((byte) mask);
                    word |= v.sub((byte) base)
                                    .compare(VectorOperators.LE, (byte) span)
                                    .toLong()
                            << (r + l);
                }
            }
            bits[o + w] = word;
        }
    }

    private static ShortVector load16(MemorySegment in, long at, int shift, int width) {
        ShortVector v = ByteVector.fromMemorySegment(B, in, at, LITTLE_ENDIAN)
                .reinterpretAsShorts()
                .lanewise(VectorOperators.LSHR, shift);
        if (shift + width > 16) {
            ShortVector next = ByteVector.fromMemorySegment(B, in, at + STRIPE, LITTLE_ENDIAN)
                    .reinterpretAsShorts();
            v = v.or(next.lanewise(VectorOperators.LSHL, 16 - shift));
        }
        return v;
    }

    private static void equal16(MemorySegment in, long p, int width, int value, long[] bits, int o) {
        int mask = (int) Packing.mask(width);
        for (int w = 0, k = 0; w < BLOCK / 64; w++) {
            long word = 0;
            for (int r = 0; r < 64; r += 32, k++) {
                int bit = k * width;
                int shift = bit & 15;
                long at = p + (long) (bit >>> 4) * STRIPE;
                boolean whole = shift + width <= 16;
                int m = whole ? mask << shift : mask;
                int x = whole ? value << shift : value;
                for (int l = 0; l < 32; l += S.length()) {
                    ShortVector v = whole
                            ? ByteVector.fromMemorySegment(B, in, at + 2L * l, LITTLE_ENDIAN)
                                    .reinterpretAsShorts()
                            : load16(in, at + 2L * l, shift, width);
                    word |= v.and((short) m)
                                    .compare(VectorOperators.EQ, (short) x)
                                    .toLong()
                            << (r + l);
                }
            }
            bits[o + w] = word;
        }
    }

    private static void range16(MemorySegment in, long p, int width, int lo, int hi, long[] bits, int o) {
        int mask = (int) Packing.mask(width);
        // (v - lo) <=u (hi - lo) as a signed compare of both less 2^15
        int base = lo + Short.MIN_VALUE;
        int span = hi - lo + Short.MIN_VALUE;
        for (int w = 0, k = 0; w < BLOCK / 64; w++) {
            long word = 0;
            for (int r = 0; r < 64; r += 32, k++) {
                int bit = k * width;
                int shift = bit & 15;
                long at = p + (long) (bit >>> 4) * STRIPE;
                for (int l = 0; l < 32; l += S.length()) {
                    ShortVector v = load16(in, at + 2L * l, shift, width).and((short) mask);
                    word |= v.sub((short) base)
                                    .compare(VectorOperators.LE, (short) span)
                                    .toLong()
                            << (r + l);
                }
            }
            bits[o + w] = word;
        }
    }

    private static IntVector load32(MemorySegment in, long at, int shift, int width) {
        IntVector v = ByteVector.fromMemorySegment(B, in, at, LITTLE_ENDIAN)
                .reinterpretAsInts()
                .lanewise(VectorOperators.LSHR, shift);
        if (shift + width > 32) {
            IntVector next = ByteVector.fromMemorySegment(B, in, at + STRIPE, LITTLE_ENDIAN)
                    .reinterpretAsInts();
            v = v.or(next.lanewise(VectorOperators.LSHL, 32 - shift));
        }
        return v;
    }

    private static void equal32(MemorySegment in, long p, int width, int value, long[] bits, int o) {
        int mask = (int) Packing.mask(width);
        for (int w = 0, k = 0; w < BLOCK / 64; w++) {
            long word = 0;
            for (int r = 0; r < 64; r += 16, k++) {
                int bit = k * width;
                int shift = bit & 31;
                long at = p + (long) (bit >>> 5) * STRIPE;
                boolean whole = shift + width <= 32;
                int m = whole ? mask << shift : mask;
                int x = whole ? value << shift : value;
                for (int l = 0; l < 16; l += I.length()) {
                    IntVector v = whole
                            ? ByteVector.fromMemorySegment(B, in, at + 4L * l, LITTLE_ENDIAN)
                                    .reinterpretAsInts()
                            : load32(in, at + 4L * l, shift, width);
                    word |= v.and(m).compare(VectorOperators.EQ, x).toLong() << (r + l);
                }
            }
            bits[o + w] = word;
        }
    }

    private static void range32(MemorySegment in, long p, int width, int lo, int hi, long[] bits, int o) {
        int mask = (int) Packing.mask(width);
        // (v - lo) <=u (hi - lo) as a signed compare of both less 2^31
        int base = lo + Integer.MIN_VALUE;
        int span = hi - lo + Integer.MIN_VALUE;
        for (int w = 0, k = 0; w < BLOCK / 64; w++) {
            long word = 0;
            for (int r = 0; r < 64; r += 16, k++) {
                int bit = k * width;
                int shift = bit & 31;
                long at = p + (long) (bit >>> 5) * STRIPE;
                for (int l = 0; l < 16; l += I.length()) {
                    IntVector v = load32(in, at + 4L * l, shift, width).and(mask);
                    word |= v.sub(base).compare(VectorOperators.LE, span).toLong() << (r + l);
                }
            }
            bits[o + w] = word;
        }
    }

    private static LongVector load64(MemorySegment in, long at, int shift, int width) {
        LongVector v = ByteVector.fromMemorySegment(B, in, at, LITTLE_ENDIAN)
                .reinterpretAsLongs()
                .lanewise(VectorOperators.LSHR, shift);
        if (shift + width > 64) {
            LongVector next = ByteVector.fromMemorySegment(B, in, at + STRIPE, LITTLE_ENDIAN)
                    .reinterpretAsLongs();
            v = v.or(next.lanewise(VectorOperators.LSHL, 64 - shift));
        }
        return v;
    }

    private static void equal64(MemorySegment in, long p, int width, long value, long[] bits, int o) {
        long mask = Packing.mask(width);
        for (int w = 0, k = 0; w < BLOCK / 64; w++) {
            long word = 0;
            for (int r = 0; r < 64; r += 8, k++) {
                int bit = k * width;
                int shift = bit & 63;
                long at = p + (long) (bit >>> 6) * STRIPE;
                boolean whole = shift + width <= 64;
                long m = whole ? mask << shift : mask;
                long x = whole ? value << shift : value;
                for (int l = 0; l < 8; l += L.length()) {
                    LongVector v = whole
                            ? ByteVector.fromMemorySegment(B, in, at + 8L * l, LITTLE_ENDIAN)
                                    .reinterpretAsLongs()
                            : load64(in, at + 8L * l, shift, width);
                    word |= v.and(m).compare(VectorOperators.EQ, x).toLong() << (r + l);
                }
            }
            bits[o + w] = word;
        }
    }

    private static void range64(MemorySegment in, long p, int width, long lo, long hi, long[] bits, int o) {
        long mask = Packing.mask(width);
        // (v - lo) <=u (hi - lo) as a signed compare of both less 2^63
        long base = lo + Long.MIN_VALUE;
        long span = hi - lo + Long.MIN_VALUE;
        for (int w = 0, k = 0; w < BLOCK / 64; w++) {
            long word = 0;
            for (int r = 0; r < 64; r += 8, k++) {
                int bit = k * width;
                int shift = bit & 63;
                long at = p + (long) (bit >>> 6) * STRIPE;
                for (int l = 0; l < 8; l += L.length()) {
                    LongVector v = load64(in, at + 8L * l, shift, width).and(mask);
                    word |= v.sub(base).compare(VectorOperators.LE, span).toLong() << (r + l);
                }
            }
            bits[o + w] = word;
        }
    }
}
