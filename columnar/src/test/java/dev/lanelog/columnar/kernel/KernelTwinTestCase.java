package dev.lanelog.columnar.kernel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;

/** Feeds a kernel and its twin the same random input. */
abstract class KernelTwinTestCase {
    private static final long SEED = Long.getLong("seed", 0x1a4e106);

    SplittableRandom random = new SplittableRandom(SEED);

    @BeforeEach
    void seed(TestInfo test) {
        long seed = SEED + test.getDisplayName().hashCode();
        System.out.println(test.getDisplayName() + " -Dseed=" + SEED);
        random = new SplittableRandom(seed);
    }

    /** Bits that must not change behind a kernel's output. */
    static final long GUARD = 0xdeadbeefcafef00dL;

    /** Lengths around the sizes of lanes, stripes and blocks. */
    int length() {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(4 * 64 + 8);
            case 1 -> Packing.BLOCK * random.nextInt(5);
            case 2 -> Packing.BLOCK * random.nextInt(4) + random.nextInt(Packing.BLOCK);
            default -> Math.max(0, Packing.BLOCK * (1 + random.nextInt(3)) + random.nextInt(15) - 7);
        };
    }

    /** Random values of a width; sometimes all the same, sometimes few different ones. */
    long[] values(int width, int n) {
        long[] values = new long[n];
        int kind = random.nextInt(4);
        long same = random.nextLong();
        for (int i = 0; i < n; i++) {
            long v = switch (kind) {
                case 0 -> same;
                case 1 -> same + random.nextInt(3);
                default -> random.nextLong();
            };
            values[i] = v & Packing.mask(width);
        }
        return values;
    }

    /** Packed values at {@code off} of heap or native memory, with guard bytes around. */
    MemorySegment packed(long[] values, int width, int off, Arena arena) {
        int bytes = (int) Packing.bytes(width, values.length);
        byte[] all = new byte[off + bytes + Packing.PADDING];
        Arrays.fill(all, (byte) 0x5a);
        Arrays.fill(all, off, off + bytes, (byte) 0);
        Packing.pack(values, 0, values.length, width, all, off);
        for (int i = 0; i < all.length; i++) {
            if ((i < off || i >= off + bytes) && all[i] != 0x5a) {
                throw new AssertionError("pack wrote outside at " + i);
            }
        }
        if (random.nextBoolean()) {
            return MemorySegment.ofArray(all).asReadOnly();
        }
        MemorySegment off_heap = arena.allocate(all.length);
        MemorySegment.copy(all, 0, off_heap, ValueLayout.JAVA_BYTE, 0, all.length);
        return off_heap;
    }
}
