package dev.lanelog.columnar.kernel;

import java.lang.foreign.MemorySegment;

/** Unpacks values that {@link Packing} packed. */
public interface BitUnpack {
    /** {@code out[i] = value i + add}; widths 0 to 31. */
    void ints(MemorySegment in, long off, int width, int n, int add, int[] out);

    /** {@code out[i] = value i * multiplier + add}, wrapping; widths 0 to 64. */
    void longs(MemorySegment in, long off, int width, int n, long multiplier, long add, long[] out);
}
