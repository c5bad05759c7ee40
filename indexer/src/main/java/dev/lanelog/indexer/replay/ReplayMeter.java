package dev.lanelog.indexer.replay;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Says how far a replay is: share, rows, rate and the time left at that rate. */
final class ReplayMeter {
    private final long startNanos;
    private final long doneAtStart;
    private long total;
    private long done;
    private long rows;

    /**
     * @param done offsets that were done before this run
     * @param total offsets in all
     */
    ReplayMeter(long nowNanos, long done, long total) {
        this.startNanos = nowNanos;
        this.doneAtStart = done;
        this.done = done;
        this.total = total;
    }

    /**
     * @param done offsets done, those before this run included
     * @param total offsets in all, as known now
     * @param rows rows read in this run
     */
    void at(long done, long total, long rows) {
        this.done = done;
        this.total = total;
        this.rows = rows;
    }

    /** One line of progress. */
    String line(long nowNanos) {
        double seconds = Math.max(1, nowNanos - startNanos) / (double) TimeUnit.SECONDS.toNanos(1);
        long here = done - doneAtStart;
        String left = here <= 0 ? "unknown time" : duration((long) Math.ceil((total - done) * seconds / here));
        return String.format(
                Locale.ROOT,
                "%.1f %%, %,d rows, %,.0f rows/s, %s left",
                total == 0 ? 100.0 : 100.0 * done / total,
                rows,
                rows / seconds,
                left);
    }

    /** The line at the end. */
    String summary(long nowNanos) {
        double seconds = Math.max(1, nowNanos - startNanos) / (double) TimeUnit.SECONDS.toNanos(1);
        return String.format(Locale.ROOT, "%,d rows in %.1f s, %,.0f rows/s", rows, seconds, rows / seconds);
    }

    private static String duration(long seconds) {
        if (seconds >= 3600) {
            return seconds / 3600 + " h " + seconds % 3600 / 60 + " min";
        }
        return seconds >= 60 ? seconds / 60 + " min " + seconds % 60 + " s" : seconds + " s";
    }
}
