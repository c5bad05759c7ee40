package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import java.util.Arrays;

/** Values in a range by bytes. */
final class StringRangePredicate implements ColumnPredicate {
    private final byte[] min;
    private final byte[] max;

    /** The upper end is exclusive. */
    StringRangePredicate(byte[] min, byte[] max) {
        this.min = min;
        this.max = max;
    }

    @Override
    public boolean test(byte[] buf, int off, int len) {
        return Arrays.compareUnsigned(buf, off, off + len, min, 0, min.length) >= 0
                && Arrays.compareUnsigned(buf, off, off + len, max, 0, max.length) < 0;
    }
}
