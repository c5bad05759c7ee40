package dev.lanelog.query.engine.batch;

import dev.lanelog.columnar.kernel.Bitmap;

/** A number per row into a table of distinct values. */
public final class DictionaryVector extends ColumnVector {
    private final int[] ids;
    private final ValueTable table;

    /** Takes {@code ids} over; it may be longer than the batch has rows. */
    public DictionaryVector(int[] ids, ValueTable table) {
        this.ids = ids;
        this.table = table;
    }

    /** Ids of the rows; shared, not to be changed, maybe longer than needed. */
    public int[] ids() {
        return ids;
    }

    public ValueTable table() {
        return table;
    }

    @Override
    public void get(int row, ValueRef out) {
        int id = ids[row];
        out.set(table.arena(), table.offset(id), table.length(id));
    }

    @Override
    public boolean isEmpty(int row) {
        return table.length(ids[row]) == 0;
    }

    @Override
    public ColumnVector select(Bitmap rows, int count) {
        int[] kept = new int[count];
        int n = 0;
        for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
            kept[n++] = ids[row];
        }
        return new DictionaryVector(kept, table);
    }

    @Override
    public ColumnVector gather(int[] order, int from, int count) {
        int[] kept = new int[count];
        for (int i = 0; i < count; i++) {
            kept[i] = ids[order[from + i]];
        }
        return new DictionaryVector(kept, table);
    }

    @Override
    public long heapBytes() {
        return 32L + 4L * ids.length;
    }
}
