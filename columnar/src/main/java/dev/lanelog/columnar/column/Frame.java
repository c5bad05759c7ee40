package dev.lanelog.columnar.column;

import dev.lanelog.columnar.io.ByteReader;
import dev.lanelog.columnar.io.ByteWriter;
import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.columnar.kernel.KernelUse;
import dev.lanelog.columnar.kernel.Kernels;
import dev.lanelog.columnar.kernel.Packing;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Frame of reference with the common divisor removed: a value is {@code min + divisor * packed}.
 *
 * <pre>
 * Frame --&gt; Min, Divisor, MaxPacked, Width       zigzag, varint, varint, u8
 * </pre>
 *
 * @param maxPacked largest packed value, unsigned
 * @param width of the packed values, at least what maxPacked needs
 */
record Frame(long min, long divisor, long maxPacked, int width) {
    /**
     * The frame of {@code values[from, from + n)}.
     *
     * @param skip rows to leave out of account, or null; when all are, the frame is all zero
     */
    static Frame of(long[] values, @Nullable Bitmap skip, int from, int n, boolean laneAligned) {
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        for (int i = from; i < from + n; i++) {
            if (skip == null || !skip.get(i)) {
                min = Math.min(min, values[i]);
                max = Math.max(max, values[i]);
            }
        }
        if (min > max) {
            return new Frame(0, 1, 0, 0);
        }
        long span = max - min;
        long divisor = span > 0 ? divisor(values, skip, from, n, min) : 1;
        long maxPacked = Long.divideUnsigned(span, divisor);
        int width = Packing.widthOf(maxPacked);
        if (laneAligned && width > 0) {
            width = Packing.laneBits(width);
        }
        return new Frame(min, divisor, maxPacked, width);
    }

    /** Greatest common divisor of all distances to {@code min}, which are below 2^63 and not all 0. */
    private static long divisor(long[] values, @Nullable Bitmap skip, int from, int n, long min) {
        long divisor = 0;
        for (int i = from; i < from + n; i++) {
            if (skip != null && skip.get(i)) {
                continue;
            }
            long a = values[i] - min;
            if (divisor > 1 && a % divisor == 0) {
                continue;
            }
            long b = divisor;
            while (b != 0) {
                long r = a % b;
                a = b;
                b = r;
            }
            divisor = a;
            if (divisor == 1) {
                return 1;
            }
        }
        return divisor;
    }

    void pack(long[] values, @Nullable Bitmap skip, int from, int n, long[] buffer, ByteWriter page) {
        for (int i = 0; i < n; i++) {
            buffer[i] = skip != null && skip.get(from + i) ? 0 : values[from + i] - min;
        }
        if (divisor != 1) {
            for (int i = 0; i < n; i++) {
                buffer[i] = Long.divideUnsigned(buffer[i], divisor);
            }
        }
        int at = page.skip(Math.toIntExact(Packing.bytes(width, n)));
        Packing.pack(buffer, 0, n, width, page.buffer(), at);
    }

    void write(ByteWriter out) {
        out.zigzag(min);
        out.varint(divisor);
        out.varint(maxPacked);
        out.u8(width);
    }

    static Frame read(ByteReader in) throws IOException {
        long min = in.zigzag();
        long divisor = in.varint();
        long maxPacked = in.varint();
        int width = in.u8();
        if (width > 64 || width < Packing.widthOf(maxPacked)) {
            throw in.damaged("width " + width + " of packed values");
        }
        if (divisor == 0 || Math.unsignedMultiplyHigh(maxPacked, divisor) != 0) {
            throw in.damaged("divisor " + divisor);
        }
        long span = maxPacked * divisor;
        if (Long.compareUnsigned(span, Long.MAX_VALUE - min) > 0) {
            throw in.damaged("values pass the range of 64 bits");
        }
        return new Frame(min, divisor, maxPacked, width);
    }

    long max() {
        return min + maxPacked * divisor;
    }

    long get(MemorySegment in, long at, int n, int index) {
        return min + divisor * Packing.get(in, at, width, n, index);
    }

    void unpack(MemorySegment in, long at, int n, long[] out) {
        Kernels.bitUnpack().longs(in, at, width, n, divisor, min, out);
    }

    /** Makes {@code out}, of size n, the set of the packed values that lie in {@code [lo, hi]}. */
    void range(MemorySegment in, long at, int n, long lo, long hi, Bitmap out) {
        out.clearAll();
        if (lo > hi || hi < min || lo > max()) {
            return;
        }
        long first = lo <= min ? 0 : ceilDivide(lo - min, divisor);
        long last = hi >= max() ? maxPacked : Long.divideUnsigned(hi - min, divisor);
        if (Long.compareUnsigned(first, last) > 0) {
            return;
        }
        if (first == 0 && last == maxPacked) {
            out.setAll();
        } else if (first == last) {
            Kernels.packedScan(KernelUse.PACKED_EQUAL).equal(in, at, width, n, first, out.words());
        } else {
            Kernels.packedScan(KernelUse.PACKED_RANGE).range(in, at, width, n, first, last, out.words());
        }
    }

    private static long ceilDivide(long a, long b) {
        long q = Long.divideUnsigned(a, b);
        return q * b == a ? q : q + 1;
    }
}
