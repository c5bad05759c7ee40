package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.Utf8;

/** Values by their number of code points; a byte that is no UTF-8 counts as one. */
final class LengthPredicate implements ColumnPredicate {
    private final long min;
    private final long max;

    LengthPredicate(long min, long max) {
        this.min = min;
        this.max = max;
    }

    @Override
    public boolean test(byte[] buf, int off, int len) {
        if (len < min) {
            return false;
        }
        int n = 0;
        int end = off + len;
        for (int i = off; i < end; n++) {
            i += buf[i] >= 0 ? 1 : Math.max(1, Utf8.sequenceLength(buf, i, end));
        }
        return n >= min && n <= max;
    }
}
