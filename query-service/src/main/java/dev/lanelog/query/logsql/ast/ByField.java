package dev.lanelog.query.logsql.ast;

import org.jspecify.annotations.Nullable;

/**
 * A key of {@code stats by (...)}: a field, optionally rounded down to a bucket.
 *
 * @param name field
 * @param bucket how values are rounded, or null
 */
public record ByField(String name, @Nullable Bucket bucket) {
    /**
     * A bucket.
     *
     * @param text as written: {@code 5m}, {@code /24}, {@code 10KiB}, {@code week}
     * @param unit whether it is a calendar unit
     * @param size numbers: as given; durations: nanoseconds; sizes: bytes; {@code /N}: addresses in the network. Not used
     *     for months and years
     * @param offsetText as written, or empty
     * @param offset in the unit of {@code size}, added to every boundary
     */
    public record Bucket(String text, Unit unit, double size, String offsetText, double offset) {
        @Override
        public String toString() {
            return text + (offsetText.isEmpty() ? "" : " offset " + offsetText);
        }
    }

    /** Whether buckets have a fixed size. */
    public enum Unit {
        /** {@link Bucket#size} holds. */
        FIXED,
        /** Weeks that start on Monday. */
        WEEK,
        /** Calendar months in UTC. */
        MONTH,
        /** Calendar years in UTC. */
        YEAR
    }

    @Override
    public String toString() {
        return Names.quoteIfNeeded(name) + (bucket == null ? "" : ":" + bucket);
    }
}
