package dev.lanelog.columnar.kernel;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** {@link ArrayScan} on vectors of the preferred width. */
public final class VectorArrayScan implements ArrayScan {
    private static final VectorSpecies<Byte> B = ByteVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Integer> I = IntVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Long> L = LongVector.SPECIES_PREFERRED;

    private final ScalarArrayScan tail = new ScalarArrayScan();

    @Override
    public void range(long[] values, int from, int n, long lo, long hi, long[] bits) {
        int whole = n & ~63;
        for (int base = 0; base < whole; base += 64) {
            long word = 0;
            for (int i = 0; i < 64; i += L.length()) {
                LongVector v = LongVector.fromArray(L, values, from + base + i);
                word |= v.compare(VectorOperators.GE, lo)
                                .and(v.compare(VectorOperators.LE, hi))
                                .toLong()
                        << i;
            }
            bits[base >>> 6] = word;
        }
        if (whole < n) {
            long[] last = new long[1];
            tail.range(values, from + whole, n - whole, lo, hi, last);
            bits[whole >>> 6] = last[0];
        }
    }

    @Override
    public void range(int[] values, int from, int n, int lo, int hi, long[] bits) {
        int whole = n & ~63;
        for (int base = 0; base < whole; base += 64) {
            long word = 0;
            for (int i = 0; i < 64; i += I.length()) {
                IntVector v = IntVector.fromArray(I, values, from + base + i);
                word |= v.compare(VectorOperators.GE, lo)
                                .and(v.compare(VectorOperators.LE, hi))
                                .toLong()
                        << i;
            }
            bits[base >>> 6] = word;
        }
        if (whole < n) {
            long[] last = new long[1];
            tail.range(values, from + whole, n - whole, lo, hi, last);
            bits[whole >>> 6] = last[0];
        }
    }

    @Override
    public void equal(byte[] values, int from, int n, byte value, long[] bits) {
        int whole = n & ~63;
        for (int base = 0; base < whole; base += 64) {
            long word = 0;
            for (int i = 0; i < 64; i += B.length()) {
                word |= ByteVector.fromArray(B, values, from + base + i)
                                .compare(VectorOperators.EQ, value)
                                .toLong()
                        << i;
            }
            bits[base >>> 6] = word;
        }
        if (whole < n) {
            long[] last = new long[1];
            tail.equal(values, from + whole, n - whole, value, last);
            bits[whole >>> 6] = last[0];
        }
    }
}
