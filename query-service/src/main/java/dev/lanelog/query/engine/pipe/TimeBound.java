package dev.lanelog.query.engine.pipe;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What the threads of a "newest N" or "oldest N" query know together: a time beyond which no row can be among the N. The
 * scan skips pages that lie beyond it.
 */
public final class TimeBound {
    private final boolean newest;
    private final AtomicLong bound;

    /** @param newest whether the newest rows are wanted, else the oldest */
    public TimeBound(boolean newest) {
        this.newest = newest;
        this.bound = new AtomicLong(newest ? Long.MIN_VALUE : Long.MAX_VALUE);
    }

    public boolean newest() {
        return newest;
    }

    /** Says that N rows at this time or better are known. */
    void narrow(long timeNs) {
        if (newest) {
            bound.accumulateAndGet(timeNs, Math::max);
        } else {
            bound.accumulateAndGet(timeNs, Math::min);
        }
    }

    /** Whether no row of this range of times, both ends inclusive, can be among the N. */
    public boolean rulesOut(long minNs, long maxNs) {
        return newest ? maxNs < bound.get() : minNs > bound.get();
    }
}
