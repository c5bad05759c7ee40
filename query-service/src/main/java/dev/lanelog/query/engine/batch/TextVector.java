package dev.lanelog.query.engine.batch;

import dev.lanelog.columnar.column.ValueBuffer;
import dev.lanelog.columnar.kernel.Bitmap;
import org.jspecify.annotations.Nullable;

/**
 * A text per row. The texts may be those of a whole page, shared with other queries, of which the rows are some: nothing is
 * copied then until someone asks for a part that outlives the page.
 */
public final class TextVector extends ColumnVector {
    private final ValueBuffer values;
    private final int @Nullable [] positions;
    private final boolean plain;

    /** Takes the buffer over; it has at least as many values as the batch has rows. */
    public TextVector(ValueBuffer values) {
        this(values, null, false);
    }

    /**
     * Takes both over.
     *
     * @param positions where in {@code values} each row's value is; null: row i has value i
     * @param plain whether it is known that no value has a byte that JSON escapes, or one above 0x7F
     */
    public TextVector(ValueBuffer values, int @Nullable [] positions, boolean plain) {
        this.plain = plain;
        this.values = values;
        this.positions = positions;
    }

    /** Whether values can be copied into JSON strings as they are. */
    public boolean isPlain() {
        return plain;
    }

    private int position(int row) {
        return positions == null ? row : positions[row];
    }

    /** The texts alone, copied out of what they are shared with. */
    public TextVector detach() {
        return positions == null ? this : copy(positions, 0, positions.length);
    }

    private TextVector copy(int[] wanted, int from, int count) {
        int bytes = 0;
        for (int i = from; i < from + count; i++) {
            bytes = Math.addExact(bytes, values.length(wanted[i]));
        }
        ValueBuffer kept = new ValueBuffer(count, bytes);
        for (int i = from; i < from + count; i++) {
            kept.add(values.arena, values.offset(wanted[i]), values.length(wanted[i]));
        }
        return new TextVector(kept, null, plain);
    }

    @Override
    public void get(int row, ValueRef out) {
        int position = position(row);
        int start = values.offset(position);
        out.set(values.arena, start, values.ends[position] - start);
    }

    @Override
    public boolean isEmpty(int row) {
        return values.length(position(row)) == 0;
    }

    @Override
    public ColumnVector select(Bitmap rows, int count) {
        int[] kept = new int[count];
        int n = 0;
        for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
            kept[n++] = position(row);
        }
        return new TextVector(values, kept, plain);
    }

    @Override
    public ColumnVector gather(int[] order, int from, int count) {
        if (positions == null) {
            return copy(order, from, count);
        }
        int[] wanted = new int[count];
        for (int i = 0; i < count; i++) {
            wanted[i] = positions[order[from + i]];
        }
        return copy(wanted, 0, count);
    }

    @Override
    public long heapBytes() {
        if (positions == null) {
            return 64L + values.arena.length + 4L * values.ends.length;
        }
        // What the rows would take on their own: the rest is not theirs.
        long share = (long) values.bytes() / Math.max(1, values.count);
        return 64L + positions.length * (share + 8L);
    }
}
