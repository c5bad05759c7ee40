package dev.lanelog.query.engine.batch;

import dev.lanelog.columnar.kernel.Bitmap;

/**
 * A time per row, nanoseconds since the epoch. The value's text is RFC 3339 in UTC with as many digits of the second's
 * fraction as it needs, none to nine.
 */
public final class TimeVector extends ColumnVector {
    private final long[] timesNs;

    /** Takes the array over; it may be longer than the batch has rows. */
    public TimeVector(long[] timesNs) {
        this.timesNs = timesNs;
    }

    /** Shared, not to be changed, maybe longer than needed. */
    public long[] timesNs() {
        return timesNs;
    }

    @Override
    public void get(int row, ValueRef out) {
        out.set(out.scratch, 0, Timestamps.write(timesNs[row], out.scratch, 0));
    }

    @Override
    public boolean isEmpty(int row) {
        return false;
    }

    @Override
    public ColumnVector select(Bitmap rows, int count) {
        long[] kept = new long[count];
        int n = 0;
        for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
            kept[n++] = timesNs[row];
        }
        return new TimeVector(kept);
    }

    @Override
    public ColumnVector gather(int[] order, int from, int count) {
        long[] kept = new long[count];
        for (int i = 0; i < count; i++) {
            kept[i] = timesNs[order[from + i]];
        }
        return new TimeVector(kept);
    }

    @Override
    public long heapBytes() {
        return 32L + 8L * timesNs.length;
    }
}
