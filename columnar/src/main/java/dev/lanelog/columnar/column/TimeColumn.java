package dev.lanelog.columnar.column;

import java.io.IOException;

/** The times of a slice's rows, ascending. Nanoseconds since the epoch. */
public interface TimeColumn {
    /** Time of the first row of a page; from metadata. */
    long minTimeNs(int page);

    /** Time of the last row of a page; from metadata. */
    long maxTimeNs(int page);

    /** Times of all rows of a page into {@code out[0, rowsInPage)}. */
    void times(int page, long[] out) throws IOException;

    /**
     * The first row of the slice whose time is {@code >= timeNs}, or the row count. Reads at most one page, none when
     * metadata decides.
     */
    int lowerBound(long timeNs) throws IOException;

    /** Adds the byte ranges that {@link #times} will read for this page. */
    void ranges(int page, Column.RangeConsumer ranges);
}
