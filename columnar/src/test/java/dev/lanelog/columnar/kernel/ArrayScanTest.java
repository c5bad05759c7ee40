package dev.lanelog.columnar.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

class ArrayScanTest extends KernelTwinTestCase {
    private interface Scan {
        void run(ArrayScan kernel, long[] bits);
    }

    private static void check(int n, IntPredicate matches, Scan scan) {
        int words = Bitmap.wordCount(n);
        long[] expected = new long[words + 1];
        for (int i = 0; i < n; i++) {
            if (matches.test(i)) {
                expected[i >>> 6] |= 1L << i;
            }
        }
        expected[words] = GUARD;
        for (ArrayScan kernel : new ArrayScan[] {new ScalarArrayScan(), new VectorArrayScan()}) {
            long[] bits = new long[words + 1];
            Arrays.fill(bits, GUARD);
            scan.run(kernel, bits);
            assertArrayEquals(expected, bits, kernel.getClass() + " n " + n);
        }
    }

    @Test
    void rangesAndBytesMatch() {
        for (int round = 0; round < 3000; round++) {
            int n = random.nextInt(4 * 64 + 8);
            int from = random.nextInt(10);
            long[] longs = new long[from + n];
            int[] ints = new int[from + n];
            byte[] bytes = new byte[from + n];
            for (int i = 0; i < from + n; i++) {
                longs[i] = random.nextInt(3) == 0 ? random.nextInt(5) : random.nextLong();
                ints[i] = (int) longs[i];
                bytes[i] = (byte) longs[i];
            }
            long a = random.nextBoolean() || n == 0 ? random.nextLong() : longs[from + random.nextInt(n)];
            long b = random.nextLong();
            long lo = Math.min(a, b);
            long hi = Math.max(a, b);
            check(n, i -> longs[from + i] >= lo && longs[from + i] <= hi, (k, w) -> k.range(longs, from, n, lo, hi, w));
            int ilo = Math.min((int) a, (int) b);
            int ihi = Math.max((int) a, (int) b);
            check(
                    n,
                    i -> ints[from + i] >= ilo && ints[from + i] <= ihi,
                    (k, w) -> k.range(ints, from, n, ilo, ihi, w));
            byte x = (byte) a;
            check(n, i -> bytes[from + i] == x, (k, w) -> k.equal(bytes, from, n, x, w));
        }
    }
}
