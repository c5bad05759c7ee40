package dev.lanelog.columnar.kernel;

import static dev.lanelog.columnar.kernel.Packing.BLOCK;
import static dev.lanelog.columnar.kernel.Packing.STRIPE;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link BitUnpack} on vectors of the preferred width, which must be 256 bits at least: narrow lanes are widened to 32
 * bits while they are loaded. Longs of up to 32 bits go through a small buffer of ints; the JIT vectorises that loop.
 */
public final class VectorBitUnpack implements BitUnpack {
    private static final VectorSpecies<Integer> I = IntVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Long> L = LongVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Byte> B = VectorSpecies.of(byte.class, VectorShape.forBitSize(8 * I.length()));
    private static final VectorSpecies<Byte> HALF =
            VectorSpecies.of(byte.class, VectorShape.forBitSize(16 * I.length()));
    private static final VectorSpecies<Byte> FULL = ByteVector.SPECIES_PREFERRED;

    @Override
    public void ints(MemorySegment in, long off, int width, int n, int add, int[] out) {
        if (width == 0) {
            Arrays.fill(out, 0, n, add);
            return;
        }
        int blocks = n / BLOCK;
        for (int b = 0; b < blocks; b++) {
            block(in, off + (long) b * STRIPE * width, width, add, out, b * BLOCK);
        }
        ScalarBitUnpack.intTail(in, off, width, n, add, out);
    }

    /** One block of values of at most 32 bits. */
    static void block(MemorySegment in, long p, int width, int add, int[] out, int o) {
        switch (Packing.laneBits(width)) {
            case 8 -> block8(in, p, width, add, out, o);
            case 16 -> block16(in, p, width, add, out, o);
            default -> block32(in, p, width, add, out, o);
        }
    }

    private static IntVector bytes(MemorySegment in, long at) {
        return (IntVector) ByteVector.fromMemorySegment(B, in, at, LITTLE_ENDIAN)
                .convertShape(VectorOperators.ZERO_EXTEND_B2I, I, 0);
    }

    private static void block8(MemorySegment in, long p, int width, int add, int[] out, int o) {
        int mask = (1 << width) - 1;
        for (int k = 0; k < 8; k++) {
            int bit = k * width;
            int shift = bit & 7;
            long at = p + (long) (bit >>> 3) * STRIPE;
            boolean whole = shift + width <= 8;
            for (int l = 0; l < 64; l += I.length()) {
                IntVector v = bytes(in, at + l);
                if (!whole) {
                    v = v.or(bytes(in, at + STRIPE + l).lanewise(VectorOperators.LSHL, 8));
                }
                v.lanewise(VectorOperators.LSHR, shift).and(mask).add(add).intoArray(out, o + k * 64 + l);
            }
        }
    }

    private static IntVector shorts(MemorySegment in, long at) {
        return (IntVector) ByteVector.fromMemorySegment(HALF, in, at, LITTLE_ENDIAN)
                .reinterpretAsShorts()
                .convertShape(VectorOperators.ZERO_EXTEND_S2I, I, 0);
    }

    private static void block16(MemorySegment in, long p, int width, int add, int[] out, int o) {
        int mask = (1 << width) - 1;
        for (int k = 0; k < 16; k++) {
            int bit = k * width;
            int shift = bit & 15;
            long at = p + (long) (bit >>> 4) * STRIPE;
            boolean whole = shift + width <= 16;
            for (int l = 0; l < 32; l += I.length()) {
                IntVector v = shorts(in, at + 2L * l);
                if (!whole) {
                    v = v.or(shorts(in, at + STRIPE + 2L * l).lanewise(VectorOperators.LSHL, 16));
                }
                v.lanewise(VectorOperators.LSHR, shift).and(mask).add(add).intoArray(out, o + k * 32 + l);
            }
        }
    }

    private static void block32(MemorySegment in, long p, int width, int add, int[] out, int o) {
        int mask = (int) Packing.mask(width);
        for (int k = 0; k < 32; k++) {
            int bit = k * width;
            int shift = bit & 31;
            long at = p + (long) (bit >>> 5) * STRIPE;
            boolean whole = shift + width <= 32;
            for (int l = 0; l < 16; l += I.length()) {
                IntVector v = ByteVector.fromMemorySegment(FULL, in, at + 4L * l, LITTLE_ENDIAN)
                        .reinterpretAsInts()
                        .lanewise(VectorOperators.LSHR, shift);
                if (!whole) {
                    IntVector next = ByteVector.fromMemorySegment(FULL, in, at + STRIPE + 4L * l, LITTLE_ENDIAN)
                            .reinterpretAsInts();
                    v = v.or(next.lanewise(VectorOperators.LSHL, 32 - shift));
                }
                v.and(mask).add(add).intoArray(out, o + k * 16 + l);
            }
        }
    }

    @Override
    public void longs(MemorySegment in, long off, int width, int n, long multiplier, long add, long[] out) {
        if (width == 0) {
            Arrays.fill(out, 0, n, add);
            return;
        }
        int blocks = n / BLOCK;
        int[] buffer = width <= 32 && blocks > 0 ? new int[BLOCK] : new int[0];
        for (int b = 0; b < blocks; b++) {
            long p = off + (long) b * STRIPE * width;
            if (width <= 32) {
                block(in, p, width, 0, buffer, 0);
                widen(buffer, multiplier, add, out, b * BLOCK);
            } else {
                block64(in, p, width, multiplier, add, out, b * BLOCK);
            }
        }
        ScalarBitUnpack.longTail(in, off, width, n, multiplier, add, out);
    }

    private static void widen(int[] from, long multiplier, long add, long[] out, int o) {
        for (int i = 0; i < BLOCK; i++) {
            out[o + i] = (from[i] & 0xffffffffL) * multiplier + add;
        }
    }

    private static void block64(MemorySegment in, long p, int width, long multiplier, long add, long[] out, int o) {
        long mask = Packing.mask(width);
        for (int k = 0; k < 64; k++) {
            int bit = k * width;
            int shift = bit & 63;
            long at = p + (long) (bit >>> 6) * STRIPE;
            boolean whole = shift + width <= 64;
            for (int l = 0; l < 8; l += L.length()) {
                LongVector v = ByteVector.fromMemorySegment(FULL, in, at + 8L * l, LITTLE_ENDIAN)
                        .reinterpretAsLongs()
                        .lanewise(VectorOperators.LSHR, shift);
                if (!whole) {
                    LongVector next = ByteVector.fromMemorySegment(FULL, in, at + STRIPE + 8L * l, LITTLE_ENDIAN)
                            .reinterpretAsLongs();
                    v = v.or(next.lanewise(VectorOperators.LSHL, 64 - shift));
                }
                v.and(mask).mul(multiplier).add(add).intoArray(out, o + k * 8 + l);
            }
        }
    }
}
