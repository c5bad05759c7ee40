package dev.lanelog.columnar.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;

class PackedScanTest extends KernelTwinTestCase {
    private interface Scan {
        void run(PackedScan kernel, long[] bits);
    }

    private static void check(long[] values, LongPredicate matches, Scan scan, String what) {
        int words = Bitmap.wordCount(values.length);
        long[] expected = new long[words + 1];
        for (int i = 0; i < values.length; i++) {
            if (matches.test(values[i])) {
                expected[i >>> 6] |= 1L << i;
            }
        }
        expected[words] = GUARD;
        for (PackedScan kernel : new PackedScan[] {new ScalarPackedScan(), new VectorPackedScan()}) {
            long[] bits = new long[words + 1];
            Arrays.fill(bits, GUARD);
            scan.run(kernel, bits);
            assertEquals(Arrays.toString(expected), Arrays.toString(bits), kernel.getClass() + " " + what);
        }
    }

    @Test
    void equalAndRangeMatchAtAllWidths() {
        for (int round = 0; round < 6; round++) {
            for (int width = 1; width <= 64; width++) {
                try (Arena arena = Arena.ofConfined()) {
                    long[] values = values(width, length());
                    int n = values.length;
                    int off = random.nextInt(9);
                    MemorySegment in = packed(values, width, off, arena);
                    long mask = Packing.mask(width);
                    long a = n > 0 && random.nextBoolean() ? values[random.nextInt(n)] : random.nextLong() & mask;
                    long b = n > 0 && random.nextBoolean() ? values[random.nextInt(n)] : random.nextLong() & mask;
                    long lo = Long.compareUnsigned(a, b) < 0 ? a : b;
                    long hi = lo == a ? b : a;
                    int w = width;
                    String what = "width " + width + " n " + n + " off " + off + " lo " + lo + " hi " + hi;
                    check(values, v -> v == a, (k, bits) -> k.equal(in, off, w, n, a, bits), what);
                    check(
                            values,
                            v -> Long.compareUnsigned(v, lo) >= 0 && Long.compareUnsigned(v, hi) <= 0,
                            (k, bits) -> k.range(in, off, w, n, lo, hi, bits),
                            what);
                }
            }
        }
    }

    @Test
    void valuesBeyondTheWidthNeverMatch() {
        try (Arena arena = Arena.ofConfined()) {
            long[] values = values(5, 1500);
            MemorySegment in = packed(values, 5, 3, arena);
            check(values, v -> false, (k, bits) -> k.equal(in, 3, 5, 1500, 32, bits), "equal");
            check(values, v -> false, (k, bits) -> k.range(in, 3, 5, 1500, 32, 1000, bits), "range");
            check(values, v -> v >= 30, (k, bits) -> k.range(in, 3, 5, 1500, 30, -1, bits), "open range");
        }
    }

    @Test
    void inSetMatches() {
        for (int round = 0; round < 12; round++) {
            for (int width = 1; width <= 18; width++) {
                try (Arena arena = Arena.ofConfined()) {
                    long[] values = values(width, length());
                    int n = values.length;
                    int off = random.nextInt(9);
                    MemorySegment in = packed(values, width, off, arena);
                    Bitmap set = new Bitmap(1 << width);
                    int members = random.nextInt(random.nextBoolean() ? 5 : 1 + (1 << width));
                    for (int i = 0; i < members; i++) {
                        set.set(random.nextInt(1 << width));
                    }
                    int w = width;
                    check(
                            values,
                            v -> set.get((int) v),
                            (k, bits) -> k.inSet(in, off, w, n, set.words(), bits),
                            "width " + width + " n " + n + " members " + members);
                }
            }
        }
    }
}
