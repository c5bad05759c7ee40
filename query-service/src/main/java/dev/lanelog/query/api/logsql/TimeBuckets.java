package dev.lanelog.query.api.logsql;

/** Buckets of time: multiples of a step from the epoch, moved forward by minus an offset. All in nanoseconds. */
final class TimeBuckets {
    private TimeBuckets() {}

    /** Start of the bucket that {@code ns} is in; an open start stays open. */
    static long floor(long ns, long stepNs, long offsetNs) {
        if (ns == Long.MIN_VALUE || ns == Long.MAX_VALUE) {
            return ns;
        }
        try {
            long moved = Math.addExact(ns, offsetNs);
            return Math.subtractExact(Math.subtractExact(moved, Math.floorMod(moved, stepNs)), offsetNs);
        } catch (ArithmeticException e) {
            return ns;
        }
    }

    /** End of the buckets that times before {@code ns} are in; an open end stays open. */
    static long ceil(long ns, long stepNs, long offsetNs) {
        if (ns == Long.MIN_VALUE || ns == Long.MAX_VALUE) {
            return ns;
        }
        long start = floor(ns, stepNs, offsetNs);
        return start == ns || start > Long.MAX_VALUE - stepNs ? ns : start + stepNs;
    }
}
