package dev.lanelog.columnar.kernel;

/**
 * Compares plain arrays. Every method overwrites {@code Bitmap.wordCount(n)} words of {@code bits}; bit i says whether
 * {@code values[from + i]} matches, bits past n are clear.
 */
public interface ArrayScan {
    /** Signed values in {@code [lo, hi]}; {@code lo <= hi}. */
    void range(long[] values, int from, int n, long lo, long hi, long[] bits);

    /** Signed values in {@code [lo, hi]}; {@code lo <= hi}. */
    void range(int[] values, int from, int n, int lo, int hi, long[] bits);

    /** Values equal to {@code value}. */
    void equal(byte[] values, int from, int n, byte value, long[] bits);
}
