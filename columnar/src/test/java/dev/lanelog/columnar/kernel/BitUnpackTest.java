package dev.lanelog.columnar.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class BitUnpackTest extends KernelTwinTestCase {
    private static final BitUnpack[] KERNELS = {new ScalarBitUnpack(), new VectorBitUnpack()};

    @Test
    void longsComeBackAtAllWidths() {
        for (int round = 0; round < 6; round++) {
            for (int width = 0; width <= 64; width++) {
                try (Arena arena = Arena.ofConfined()) {
                    long[] values = values(width, length());
                    int n = values.length;
                    int off = random.nextInt(9);
                    MemorySegment in = packed(values, width, off, arena);
                    long multiplier = 1L + random.nextInt(1000);
                    long add = random.nextLong();
                    long[] expected = new long[n + 1];
                    for (int i = 0; i < n; i++) {
                        expected[i] = values[i] * multiplier + add;
                        assertEquals(values[i], Packing.get(in, off, width, n, i));
                    }
                    expected[n] = GUARD;
                    for (BitUnpack kernel : KERNELS) {
                        long[] out = new long[n + 1];
                        Arrays.fill(out, GUARD);
                        kernel.longs(in, off, width, n, multiplier, add, out);
                        assertArrayEquals(expected, out, kernel.getClass() + " width " + width + " n " + n);
                    }
                }
            }
        }
    }

    @Test
    void intsComeBackAtAllWidths() {
        for (int round = 0; round < 8; round++) {
            for (int width = 0; width <= 31; width++) {
                try (Arena arena = Arena.ofConfined()) {
                    long[] values = values(width, length());
                    int n = values.length;
                    int off = random.nextInt(9);
                    MemorySegment in = packed(values, width, off, arena);
                    int add = random.nextInt();
                    int[] expected = new int[n + 1];
                    for (int i = 0; i < n; i++) {
                        expected[i] = (int) values[i] + add;
                    }
                    expected[n] = (int) GUARD;
                    for (BitUnpack kernel : KERNELS) {
                        int[] out = new int[n + 1];
                        Arrays.fill(out, (int) GUARD);
                        kernel.ints(in, off, width, n, add, out);
                        assertArrayEquals(expected, out, kernel.getClass() + " width " + width + " n " + n);
                    }
                }
            }
        }
    }
}
