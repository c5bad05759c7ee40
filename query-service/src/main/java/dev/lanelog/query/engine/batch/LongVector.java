package dev.lanelog.query.engine.batch;

import dev.lanelog.columnar.kernel.Bitmap;
import org.jspecify.annotations.Nullable;

/** An integer per row whose canonical decimal text is the value; some rows may be empty. */
public final class LongVector extends ColumnVector {
    private final long[] values;
    private final @Nullable Bitmap empty;

    /**
     * Takes both over.
     *
     * @param values may be longer than the batch has rows; 0 where empty
     * @param empty rows without a value, or null when there are none
     */
    public LongVector(long[] values, @Nullable Bitmap empty) {
        this.values = values;
        this.empty = empty;
    }

    /** Shared, not to be changed, maybe longer than needed; 0 in rows without a value. */
    public long[] values() {
        return values;
    }

    /** Rows without a value, or null when every row has one. */
    public @Nullable Bitmap empty() {
        return empty;
    }

    @Override
    public void get(int row, ValueRef out) {
        if (isEmpty(row)) {
            out.set(ValueRef.NOTHING, 0, 0);
            return;
        }
        int at = Decimals.write(values[row], out.scratch, out.scratch.length);
        out.set(out.scratch, at, out.scratch.length - at);
    }

    @Override
    public boolean isEmpty(int row) {
        return empty != null && empty.get(row);
    }

    @Override
    public ColumnVector select(Bitmap rows, int count) {
        long[] kept = new long[count];
        Bitmap keptEmpty = empty == null ? null : new Bitmap(count);
        int n = 0;
        for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
            if (keptEmpty != null && isEmpty(row)) {
                keptEmpty.set(n);
            }
            kept[n++] = values[row];
        }
        return new LongVector(kept, keptEmpty);
    }

    @Override
    public ColumnVector gather(int[] order, int from, int count) {
        long[] kept = new long[count];
        Bitmap keptEmpty = empty == null ? null : new Bitmap(count);
        for (int i = 0; i < count; i++) {
            int row = order[from + i];
            kept[i] = values[row];
            if (keptEmpty != null && isEmpty(row)) {
                keptEmpty.set(i);
            }
        }
        return new LongVector(kept, keptEmpty);
    }

    @Override
    public long heapBytes() {
        return 48L + 8L * values.length;
    }
}
