package dev.lanelog.query.engine.batch;

import dev.lanelog.columnar.column.ValueBuffer;
import dev.lanelog.columnar.kernel.Bitmap;

/** A text per row. */
public final class TextVector extends ColumnVector {
    private final ValueBuffer values;

    /** Takes the buffer over; it has at least as many values as the batch has rows. */
    public TextVector(ValueBuffer values) {
        this.values = values;
    }

    /** Shared, not to be changed. */
    public ValueBuffer values() {
        return values;
    }

    @Override
    public void get(int row, ValueRef out) {
        int start = values.offset(row);
        out.set(values.arena, start, values.ends[row] - start);
    }

    @Override
    public boolean isEmpty(int row) {
        return values.length(row) == 0;
    }

    @Override
    public ColumnVector select(Bitmap rows, int count) {
        ValueBuffer kept = new ValueBuffer(
                count, count == 0 ? 0 : Math.max(16, values.bytes() / Math.max(1, values.count) * count));
        for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
            kept.add(values.arena, values.offset(row), values.length(row));
        }
        return new TextVector(kept);
    }

    @Override
    public ColumnVector gather(int[] order, int from, int count) {
        ValueBuffer kept = new ValueBuffer(count, 16);
        for (int i = 0; i < count; i++) {
            int row = order[from + i];
            kept.add(values.arena, values.offset(row), values.length(row));
        }
        return new TextVector(kept);
    }

    @Override
    public long heapBytes() {
        return 64L + values.arena.length + 4L * values.ends.length;
    }
}
