package dev.lanelog.query.logsql.ast;

/**
 * A range of row times, nanoseconds since the epoch.
 *
 * @param minNs inclusive; {@code Long.MIN_VALUE} when open
 * @param maxNs inclusive; {@code Long.MAX_VALUE} when open; less than {@code minNs} when nothing matches
 */
public record TimeRange(long minNs, long maxNs) {
    /** All times. */
    public static final TimeRange ALL = new TimeRange(Long.MIN_VALUE, Long.MAX_VALUE);

    public TimeRange intersect(TimeRange other) {
        return new TimeRange(Math.max(minNs, other.minNs), Math.min(maxNs, other.maxNs));
    }

    public boolean contains(long timeNs) {
        return timeNs >= minNs && timeNs <= maxNs;
    }

    public boolean isEmpty() {
        return maxNs < minNs;
    }

    /** The range moved back by {@code offsetNs} (forward when it is negative); open and far ends stay at the limits of long. */
    public TimeRange minus(long offsetNs) {
        return new TimeRange(subtract(minNs, offsetNs), subtract(maxNs, offsetNs));
    }

    /** {@code a - b}, held at the limits of long; a value at a limit means open and stays there when moved away from it. */
    public static long subtract(long a, long b) {
        if (b >= 0) {
            return a == Long.MAX_VALUE ? a : a < Long.MIN_VALUE + b ? Long.MIN_VALUE : a - b;
        }
        return a == Long.MIN_VALUE ? a : a > Long.MAX_VALUE + b ? Long.MAX_VALUE : a - b;
    }
}
