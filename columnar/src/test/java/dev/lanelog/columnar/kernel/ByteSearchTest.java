package dev.lanelog.columnar.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ByteSearchTest extends KernelTwinTestCase {
    private static final ByteSearch[] KERNELS = {new ScalarByteSearch(), new VectorByteSearch()};

    @Test
    void findsTheFirstOccurrenceWithinBounds() {
        for (int round = 0; round < 20_000; round++) {
            int alphabet = random.nextBoolean() ? 2 : 200;
            byte[] hay = new byte[random.nextInt(4 * 64 + 8) + random.nextInt(40)];
            for (int i = 0; i < hay.length; i++) {
                hay[i] = (byte) random.nextInt(alphabet);
            }
            int from = random.nextInt(hay.length + 1);
            int to = from + random.nextInt(hay.length - from + 1);
            byte[] needle = new byte[1 + random.nextInt(random.nextBoolean() ? 3 : 20)];
            if (hay.length > needle.length && random.nextBoolean()) {
                int at = random.nextInt(hay.length - needle.length);
                System.arraycopy(hay, at, needle, 0, needle.length);
            } else {
                for (int i = 0; i < needle.length; i++) {
                    needle[i] = (byte) random.nextInt(alphabet);
                }
            }
            int expected = -1;
            for (int i = from; i + needle.length <= to; i++) {
                if (Arrays.equals(hay, i, i + needle.length, needle, 0, needle.length)) {
                    expected = i;
                    break;
                }
            }
            for (ByteSearch kernel : KERNELS) {
                assertEquals(expected, kernel.indexOf(hay, from, to, needle), kernel.getClass() + " round " + round);
            }
        }
    }
}
