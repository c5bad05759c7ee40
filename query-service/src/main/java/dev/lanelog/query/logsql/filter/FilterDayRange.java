package dev.lanelog.query.logsql.filter;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.TimeRange;

/**
 * {@code _time:day_range[08:00, 18:00) offset 2h}: rows by their time of day.
 *
 * @param startNs nanoseconds since midnight, inclusive
 * @param endNs nanoseconds since midnight, inclusive
 * @param offsetNs added to a row's time first
 * @param text what stands after {@code day_range}, as printed
 */
public record FilterDayRange(long startNs, long endNs, long offsetNs, String text) implements Filter {
    @Override
    public void addNeededFields(FieldSet needed) {
        needed.add(Names.TIME);
    }

    @Override
    public String toString() {
        return "_time:day_range" + text;
    }

    private static final long DAY_NS = 86_400_000_000_000L;

    /** Whether a row with this time matches. */
    public boolean matches(long timeNs) {
        long inDay = Math.floorMod(TimeRange.subtract(timeNs, -offsetNs), DAY_NS);
        return inDay >= startNs && inDay <= endNs;
    }
}
