package dev.lanelog.columnar.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Bit-packed unsigned integers of one width, laid out so that any vector width unpacks them without moving bytes across
 * lanes.
 *
 * <pre>
 * Packed(w, n) --&gt; Block{n / 512}, Tail
 * Block        --&gt; Stripe{w}            512 values; a stripe is 64 bytes
 * Tail         --&gt; (n % 512) values, w bits each, least significant bit first, padded with zero bits to a byte
 * </pre>
 *
 * A stripe is cut into lanes of {@code L} bits, where L is the smallest of 8, 16, 32, 64 with {@code L >= w}, so {@code
 * 512 / L} lanes. Lane {@code l} of the w stripes, one after the other, is a little-endian bit stream that holds the
 * values {@code l, l + lanes, l + 2 * lanes, ...} of the block. Consecutive values thus sit in consecutive lanes: a
 * vector compare gives consecutive bits of a bitmap. Where {@code w == L} the layout is a plain little-endian array.
 *
 * <p>Width 0 has no bytes: all values are 0. Reading single values of the tail may touch up to 16 bytes behind the end;
 * callers provide that padding.
 */
public final class Packing {
    /** Values in a block. */
    public static final int BLOCK = 512;

    /** Bytes in a stripe. */
    public static final int STRIPE = 64;

    /** Bytes behind the packed values that a reader may touch. */
    public static final int PADDING = 16;

    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    private Packing() {}

    /** Lane width in bits for a value width of 1 to 64. */
    public static int laneBits(int width) {
        return width <= 8 ? 8 : width <= 16 ? 16 : width <= 32 ? 32 : 64;
    }

    /** Bits needed for the largest value, 0 for 0; values are unsigned. */
    public static int widthOf(long maxUnsigned) {
        return 64 - Long.numberOfLeadingZeros(maxUnsigned);
    }

    /** All ones in the low {@code width} bits. */
    public static long mask(int width) {
        return width == 0 ? 0 : -1L >>> (64 - width);
    }

    /** Bytes of {@code n} values. */
    public static long bytes(int width, int n) {
        return (long) (n / BLOCK) * STRIPE * width + (((long) (n % BLOCK) * width + 7) >>> 3);
    }

    /** Packs {@code values[from, from + n)}, which must fit the width, to {@code out[at, at + bytes(width, n))}. */
    public static void pack(long[] values, int from, int n, int width, byte[] out, int at) {
        if (width == 0) {
            return;
        }
        int laneBits = laneBits(width);
        int blocks = n / BLOCK;
        int p = at;
        for (int b = 0; b < blocks; b++, p += STRIPE * width) {
            if (width == laneBits) {
                plainBlock(values, from + b * BLOCK, laneBits, out, p);
            } else {
                block(values, from + b * BLOCK, width, laneBits, out, p);
            }
        }
        tail(values, from + blocks * BLOCK, n - blocks * BLOCK, width, out, p);
    }

    /**
     * Packs {@code values[i] - min} for {@code i} in {@code [from, from + n)}, which must fit the width, to {@code
     * out[at, at + bytes(width, n))}.
     */
    public static void pack(int[] values, int from, int n, int min, int width, byte[] out, int at) {
        switch (width) {
            case 0 -> {}
            case 8 -> {
                for (int i = 0; i < n; i++) {
                    out[at + i] = (byte) (values[from + i] - min);
                }
            }
            case 16 -> {
                for (int i = 0; i < n; i++) {
                    SHORTS.set(out, at + 2 * i, (short) (values[from + i] - min));
                }
            }
            case 32 -> {
                for (int i = 0; i < n; i++) {
                    INTS.set(out, at + 4 * i, values[from + i] - min);
                }
            }
            default -> packBlocks(values, from, n, min, width, out, at);
        }
    }

    private static void packBlocks(int[] values, int from, int n, int min, int width, byte[] out, int at) {
        long[] block = new long[BLOCK];
        int laneBits = laneBits(width);
        int p = at;
        int done = 0;
        for (; done + BLOCK <= n; done += BLOCK, p += STRIPE * width) {
            for (int i = 0; i < BLOCK; i++) {
                block[i] = (long) values[from + done + i] - min;
            }
            block(block, 0, width, laneBits, out, p);
        }
        int rest = n - done;
        for (int i = 0; i < rest; i++) {
            block[i] = (long) values[from + done + i] - min;
        }
        tail(block, 0, rest, width, out, p);
    }

    private static void plainBlock(long[] v, int from, int laneBits, byte[] out, int at) {
        switch (laneBits) {
            case 8 -> {
                for (int i = 0; i < BLOCK; i++) {
                    out[at + i] = (byte) v[from + i];
                }
            }
            case 16 -> {
                for (int i = 0; i < BLOCK; i++) {
                    SHORTS.set(out, at + 2 * i, (short) v[from + i]);
                }
            }
            case 32 -> {
                for (int i = 0; i < BLOCK; i++) {
                    INTS.set(out, at + 4 * i, (int) v[from + i]);
                }
            }
            default -> {
                for (int i = 0; i < BLOCK; i++) {
                    LONGS.set(out, at + 8 * i, v[from + i]);
                }
            }
        }
    }

    private static void block(long[] v, int from, int width, int laneBits, byte[] out, int at) {
        int lanes = BLOCK / laneBits;
        for (int lane = 0; lane < lanes; lane++) {
            long word = 0;
            int have = 0;
            int p = at + lane * (laneBits >>> 3);
            for (int k = 0, i = from + lane; k < laneBits; k++, i += lanes) {
                long x = v[i];
                word |= x << have;
                have += width;
                if (have >= laneBits) {
                    putLane(out, p, laneBits, word);
                    p += STRIPE;
                    have -= laneBits;
                    word = have == 0 ? 0 : x >>> (width - have);
                }
            }
        }
    }

    private static void putLane(byte[] out, int p, int laneBits, long word) {
        switch (laneBits) {
            case 8 -> out[p] = (byte) word;
            case 16 -> SHORTS.set(out, p, (short) word);
            case 32 -> INTS.set(out, p, (int) word);
            default -> LONGS.set(out, p, word);
        }
    }

    private static void tail(long[] v, int from, int n, int width, byte[] out, int at) {
        long word = 0;
        int have = 0;
        int p = at;
        for (int i = from; i < from + n; i++) {
            long x = v[i];
            word |= x << have;
            have += width;
            if (have >= 64) {
                LONGS.set(out, p, word);
                p += 8;
                have -= 64;
                word = have == 0 ? 0 : x >>> (width - have);
            }
        }
        for (; have > 0; have -= 8, word >>>= 8) {
            out[p++] = (byte) word;
        }
    }

    /** Value {@code index} of the {@code n} values packed at {@code in[off...)}. */
    public static long get(MemorySegment in, long off, int width, int n, int index) {
        if (width == 0) {
            return 0;
        }
        int blocks = n / BLOCK;
        int b = index / BLOCK;
        long base = off + (long) b * STRIPE * width;
        int r = index % BLOCK;
        if (b == blocks) {
            return tailValue(in, base, width, r);
        }
        int laneBits = laneBits(width);
        int lanes = BLOCK / laneBits;
        int bit = r / lanes * width;
        int shift = bit % laneBits;
        long p = base + (long) (bit / laneBits) * STRIPE + (long) (r % lanes) * (laneBits >>> 3);
        long v = lane(in, p, laneBits) >>> shift;
        if (shift + width > laneBits) {
            v |= lane(in, p + STRIPE, laneBits) << (laneBits - shift);
        }
        return v & mask(width);
    }

    private static long lane(MemorySegment in, long p, int laneBits) {
        return switch (laneBits) {
            case 8 -> in.get(BYTE, p) & 0xffL;
            case 16 -> in.get(SHORT, p) & 0xffffL;
            case 32 -> in.get(INT, p) & 0xffffffffL;
            default -> in.get(LONG, p);
        };
    }

    /** Value {@code r} of a tail that starts at {@code at}. */
    static long tailValue(MemorySegment in, long at, int width, int r) {
        long bit = (long) r * width;
        long p = at + (bit >>> 3);
        int shift = (int) (bit & 7);
        long v = in.get(LONG, p) >>> shift;
        if (shift + width > 64) {
            v |= (in.get(BYTE, p + 8) & 0xffL) << (64 - shift);
        }
        return v & mask(width);
    }
}
