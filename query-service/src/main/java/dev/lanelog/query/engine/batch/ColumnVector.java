package dev.lanelog.query.engine.batch;

import dev.lanelog.columnar.kernel.Bitmap;

/** The values of one field in a batch, a value per row. Immutable once made. */
public abstract sealed class ColumnVector permits ConstantVector, DictionaryVector, LongVector, TimeVector, TextVector {
    ColumnVector() {}

    /** Points {@code out} at a row's value. */
    public abstract void get(int row, ValueRef out);

    public abstract boolean isEmpty(int row);

    /** The values of the rows in {@code rows}, of which there are {@code count}. */
    public abstract ColumnVector select(Bitmap rows, int count);

    /** The values of rows {@code order[from, from + count)}, in that order; a row may come more than once. */
    public abstract ColumnVector gather(int[] order, int from, int count);

    /** Bytes it keeps alive that are its own: what is shared with a slice's dictionary is not counted. */
    public abstract long heapBytes();

    /** Whether no row has a value; may say false although that is so. */
    public boolean knownEmpty() {
        return false;
    }
}
