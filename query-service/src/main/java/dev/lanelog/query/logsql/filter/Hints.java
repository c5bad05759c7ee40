package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;

/** Ranges of integers that predicates give as hints. */
final class Hints {
    /** No integer matches. */
    static final ColumnPredicate.LongRange NO_INTEGER = new ColumnPredicate.LongRange(1, 0);

    /** Every integer matches. */
    static final ColumnPredicate.LongRange EVERY_INTEGER =
            new ColumnPredicate.LongRange(Long.MIN_VALUE, Long.MAX_VALUE);

    private Hints() {}

    /** The longs whose nearest double lies in {@code [min, max]}. */
    static ColumnPredicate.LongRange between(double min, double max) {
        if (Double.isNaN(min) || Double.isNaN(max) || min > max) {
            return NO_INTEGER;
        }
        if (min > 0x1p63 || max < -0x1p63) {
            return NO_INTEGER;
        }
        return new ColumnPredicate.LongRange(firstNotBelow(min), lastNotAbove(max));
    }

    private static long firstNotBelow(double min) {
        long lo = Long.MIN_VALUE;
        long hi = Long.MAX_VALUE;
        while (lo < hi) {
            long mid = (lo & hi) + ((lo ^ hi) >> 1);
            if ((double) mid >= min) {
                hi = mid;
            } else {
                lo = mid + 1;
            }
        }
        return lo;
    }

    private static long lastNotAbove(double max) {
        long lo = Long.MIN_VALUE;
        long hi = Long.MAX_VALUE;
        while (lo < hi) {
            // Rounded up, so that the range shrinks.
            long mid = (lo | hi) - ((lo ^ hi) >> 1);
            if ((double) mid <= max) {
                lo = mid;
            } else {
                hi = mid - 1;
            }
        }
        return lo;
    }
}
