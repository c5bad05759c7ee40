package dev.lanelog.gateway.row;

/**
 * Bounds of a row, and what stands in for a message. Settings of the gateway.
 *
 * @param maxFields fields of a row, {@code _time} included
 * @param maxNameBytes bytes of a field name
 * @param maxRowBytes bytes of names and values of a row
 * @param retentionNs how far back a row's time may be, in ns
 * @param futureNs how far ahead it may be, in ns
 * @param defaultMessage stored as {@code _msg} of rows that have none; may be empty
 */
public record RowLimits(
        int maxFields, int maxNameBytes, int maxRowBytes, long retentionNs, long futureNs, String defaultMessage) {
    /** What the reference calls a missing message. */
    public static final String MISSING_MESSAGE =
            "missing _msg field; see https://docs.victoriametrics.com/victorialogs/keyconcepts/#message-field";

    private static final long DAY_NS = 86_400_000_000_000L;

    public static final RowLimits DEFAULT =
            new RowLimits(1000, 128, 2 << 20, 36_500 * DAY_NS, 2 * DAY_NS, MISSING_MESSAGE);
}
