package dev.lanelog.columnar.kernel;

/** {@link ArrayScan} one value at a time. */
public final class ScalarArrayScan implements ArrayScan {
    @Override
    public void range(long[] values, int from, int n, long lo, long hi, long[] bits) {
        for (int base = 0; base < n; base += 64) {
            long word = 0;
            for (int i = 0, count = Math.min(64, n - base); i < count; i++) {
                long v = values[from + base + i];
                word |= (v >= lo & v <= hi ? 1L : 0L) << i;
            }
            bits[base >>> 6] = word;
        }
    }

    @Override
    public void range(int[] values, int from, int n, int lo, int hi, long[] bits) {
        for (int base = 0; base < n; base += 64) {
            long word = 0;
            for (int i = 0, count = Math.min(64, n - base); i < count; i++) {
                int v = values[from + base + i];
                word |= (v >= lo & v <= hi ? 1L : 0L) << i;
            }
            bits[base >>> 6] = word;
        }
    }

    @Override
    public void equal(byte[] values, int from, int n, byte value, long[] bits) {
        for (int base = 0; base < n; base += 64) {
            long word = 0;
            for (int i = 0, count = Math.min(64, n - base); i < count; i++) {
                word |= (values[from + base + i] == value ? 1L : 0L) << i;
            }
            bits[base >>> 6] = word;
        }
    }
}
