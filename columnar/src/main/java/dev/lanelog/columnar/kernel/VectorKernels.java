package dev.lanelog.columnar.kernel;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToLongFunction;
import jdk.incubator.vector.VectorShape;

/** Tries the vector kernels against their twins. Loaded only where the incubator module is. */
final class VectorKernels {
    private static final int ROWS = 16 << 10;

    private static final long SLICE_NS = 10_000_000;
    private static final long PAUSE_NS = 10_000_000;
    private static final int MIN_ROUNDS = 5;

    /** Time after which a vector kernel that was never the quicker one is given up. */
    private static final long GIVE_UP_NS = 30_000_000_000L;

    /** Keeps the JIT from dropping the work. */
    @SuppressWarnings("UnusedVariable")
    private static volatile long sink;

    /** Widths in every lane size, with and without values that straddle a lane. */
    private static final int[] WIDTHS = {1, 4, 7, 8, 10, 16, 20, 32, 40, 64};

    private VectorKernels() {}

    /** Puts the vector kernels that answer right in place; the timings decide later whether they stay. */
    static List<Runnable> offer(
            Kernels.Kernel<PackedScan> packedScan,
            Kernels.Kernel<BitUnpack> bitUnpack,
            Kernels.Kernel<ByteSearch> byteSearch,
            Kernels.Kernel<ArrayScan> arrayScan) {
        int bits = VectorShape.preferredShape().vectorBitSize();
        Data data = new Data();
        List<Runnable> timings = new ArrayList<>();
        if (bits < 128) {
            packedScan.scalar("vectors have only " + bits + " bits");
            byteSearch.scalar("vectors have only " + bits + " bits");
            arrayScan.scalar("vectors have only " + bits + " bits");
        } else {
            offer(packedScan, new VectorPackedScan(), bits, data::scan, data::scanOnce, timings);
            offer(byteSearch, new VectorByteSearch(), bits, data::search, data::search, timings);
            offer(arrayScan, new VectorArrayScan(), bits, data::array, data::array, timings);
        }
        if (bits < 256) {
            bitUnpack.scalar("vectors have only " + bits + " bits, 256 are needed");
        } else {
            offer(bitUnpack, new VectorBitUnpack(), bits, data::unpack, data::unpackOnce, timings);
        }
        return timings;
    }

    private static <T> void offer(
            Kernels.Kernel<T> kernel,
            T vector,
            int bits,
            ToLongFunction<T> answers,
            ToLongFunction<T> timed,
            List<Runnable> timings) {
        if (answers.applyAsLong(vector) != answers.applyAsLong(kernel.scalar)) {
            kernel.scalar("answers differ from the scalar twin's");
            return;
        }
        kernel.vector(vector, bits, "answers checked");
        timings.add(() -> time(kernel, vector, bits, timed));
    }

    /**
     * Runs both in turn until the vector kernel is the quicker one, which it is as soon as the JIT has compiled it. On a
     * busy machine that takes seconds, so only a long series of defeats counts against it.
     */
    private static <T> void time(Kernels.Kernel<T> kernel, T vector, int bits, ToLongFunction<T> run) {
        long start = System.nanoTime();
        long best = Long.MAX_VALUE;
        long bestScalar = Long.MAX_VALUE;
        long rounds = 0;
        while (System.nanoTime() - start < GIVE_UP_NS || rounds < MIN_ROUNDS) {
            best = Math.min(best, slice(vector, run));
            bestScalar = Math.min(bestScalar, slice(kernel.scalar, run));
            rounds++;
            if (rounds >= MIN_ROUNDS && best < bestScalar) {
                kernel.vector(vector, bits, times(best, bestScalar));
                return;
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
        kernel.scalar("the vector twin has only " + times(best, bestScalar));
    }

    private static String times(long vector, long scalar) {
        return String.format("%.1fx the scalar twin's speed", (double) scalar / vector);
    }

    /** Nanoseconds of the quickest of the runs that fit in a short time, one at least. */
    private static <T> long slice(T kernel, ToLongFunction<T> run) {
        long start = System.nanoTime();
        long best = Long.MAX_VALUE;
        long before = start;
        do {
            sink = run.applyAsLong(kernel);
            long after = System.nanoTime();
            best = Math.min(best, after - before);
            before = after;
        } while (before - start < SLICE_NS);
        return best;
    }

    /** What the kernels are tried on. */
    private static final class Data {
        private final MemorySegment[] packed = new MemorySegment[WIDTHS.length];
        private final byte[] text = new byte[ROWS * 4];
        private final long[] longs = new long[ROWS];
        private final long[] bits = new long[Bitmap.wordCount(ROWS)];
        private final int[] ints = new int[ROWS];
        private final long[] out = new long[ROWS];
        private final byte[] needle = {'t', 'i', 'm', 'e', 'o', 'u', 't'};

        Data() {
            SplittableRandom random = new SplittableRandom(1);
            for (int i = 0; i < ROWS; i++) {
                longs[i] = random.nextLong();
            }
            for (int w = 0; w < WIDTHS.length; w++) {
                long[] values = new long[ROWS];
                for (int i = 0; i < ROWS; i++) {
                    values[i] = longs[i] & Packing.mask(WIDTHS[w]);
                }
                byte[] bytes = new byte[(int) Packing.bytes(WIDTHS[w], ROWS) + 64];
                Packing.pack(values, 0, ROWS, WIDTHS[w], bytes, 0);
                packed[w] = MemorySegment.ofArray(bytes);
            }
            for (int i = 0; i < text.length; i++) {
                text[i] = (byte) ('a' + random.nextInt(26));
            }
            for (int at = 5000; at < text.length - 100; at += 9001) {
                System.arraycopy(needle, 0, text, at, needle.length);
            }
        }

        long scan(PackedScan kernel) {
            long sum = 0;
            long[] set = new long[1 << 14];
            Arrays.fill(set, 0x5555_0f0f_1234_8001L);
            for (int w = 0; w < WIDTHS.length; w++) {
                // A few blocks are enough for the answer; interpreted vectors are slow.
                int n = 2 * Packing.BLOCK + 77;
                long value = longs[3] & Packing.mask(WIDTHS[w]);
                kernel.equal(packed[w], 0, WIDTHS[w], n, value, bits);
                sum = sum * 31 + Arrays.hashCode(Arrays.copyOf(bits, Bitmap.wordCount(n)));
                kernel.range(packed[w], 0, WIDTHS[w], n, value >>> 2, value, bits);
                sum = sum * 31 + Arrays.hashCode(Arrays.copyOf(bits, Bitmap.wordCount(n)));
                if (WIDTHS[w] <= 20) {
                    kernel.inSet(packed[w], 0, WIDTHS[w], n, set, bits);
                    sum = sum * 31 + Arrays.hashCode(Arrays.copyOf(bits, Bitmap.wordCount(n)));
                }
            }
            return sum;
        }

        long scanOnce(PackedScan kernel) {
            kernel.equal(packed[1], 0, WIDTHS[1], ROWS, 7, bits);
            long sum = bits[5];
            kernel.range(packed[4], 0, WIDTHS[4], ROWS, 100, 300, bits);
            return sum + bits[7];
        }

        long unpack(BitUnpack kernel) {
            long sum = 0;
            for (int w = 0; w < WIDTHS.length; w++) {
                int n = 2 * Packing.BLOCK + 77;
                if (WIDTHS[w] < 32) {
                    kernel.ints(packed[w], 0, WIDTHS[w], n, 3, ints);
                    sum = sum * 31 + Arrays.hashCode(Arrays.copyOf(ints, n));
                }
                kernel.longs(packed[w], 0, WIDTHS[w], n, 7, -5, out);
                sum = sum * 31 + Arrays.hashCode(Arrays.copyOf(out, n));
            }
            return sum;
        }

        long unpackOnce(BitUnpack kernel) {
            kernel.ints(packed[4], 0, WIDTHS[4], ROWS, 1, ints);
            kernel.longs(packed[6], 0, WIDTHS[6], ROWS, 1000, 1, out);
            return ints[9] + out[11];
        }

        long search(ByteSearch kernel) {
            long sum = 0;
            int at = 0;
            while ((at = kernel.indexOf(text, at, text.length, needle)) >= 0) {
                sum = sum * 31 + at;
                at++;
            }
            return sum;
        }

        long array(ArrayScan kernel) {
            kernel.range(longs, 1, ROWS - 1, -1L << 61, 1L << 62, bits);
            return Arrays.hashCode(bits);
        }
    }
}
