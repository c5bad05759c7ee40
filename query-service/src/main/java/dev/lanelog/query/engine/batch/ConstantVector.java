package dev.lanelog.query.engine.batch;

import dev.lanelog.columnar.kernel.Bitmap;

/** The same value in every row. */
public final class ConstantVector extends ColumnVector {
    /** No value in any row. */
    public static final ConstantVector EMPTY = new ConstantVector(ValueRef.NOTHING);

    private final byte[] value;

    public ConstantVector(byte[] value) {
        this.value = value;
    }

    /** Shared, not to be changed. */
    public byte[] value() {
        return value;
    }

    @Override
    public void get(int row, ValueRef out) {
        out.set(value, 0, value.length);
    }

    @Override
    public boolean isEmpty(int row) {
        return value.length == 0;
    }

    @Override
    public ColumnVector select(Bitmap rows, int count) {
        return this;
    }

    @Override
    public ColumnVector gather(int[] order, int from, int count) {
        return this;
    }

    @Override
    public long heapBytes() {
        return 32L + value.length;
    }

    @Override
    public boolean knownEmpty() {
        return value.length == 0;
    }
}
