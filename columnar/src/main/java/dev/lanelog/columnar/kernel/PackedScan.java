package dev.lanelog.columnar.kernel;

import java.lang.foreign.MemorySegment;

/**
 * Compares packed values (see {@link Packing}) without unpacking them to memory first. Every method overwrites {@code
 * Bitmap.wordCount(n)} words of {@code bits} from index 0: bit i says whether value i matches; bits past n are clear.
 * Values are unsigned. Widths are 1 to 64.
 */
public interface PackedScan {
    /** Values equal to {@code value}. */
    void equal(MemorySegment in, long off, int width, int n, long value, long[] bits);

    /** Values in {@code [lo, hi]}, unsigned; {@code lo <= hi}. */
    void range(MemorySegment in, long off, int width, int n, long lo, long hi, long[] bits);

    /**
     * Values whose bit is set in {@code set}, which has a bit for every value below {@code 1 << width}.
     *
     * @param width at most 24
     */
    void inSet(MemorySegment in, long off, int width, int n, long[] set, long[] bits);
}
