package dev.lanelog.query.logsql.filter;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.TimeRange;
import java.time.DayOfWeek;

/**
 * {@code _time:week_range[Mon, Fri] offset 2h}: rows by their day of the week; a range may go over the end of the week.
 *
 * @param start inclusive
 * @param end inclusive
 * @param offsetNs added to a row's time first
 * @param text what stands after {@code week_range}, as printed
 */
public record FilterWeekRange(DayOfWeek start, DayOfWeek end, long offsetNs, String text) implements Filter {
    @Override
    public void addNeededFields(FieldSet needed) {
        needed.add(Names.TIME);
    }

    @Override
    public String toString() {
        return "_time:week_range" + text;
    }

    private static final long DAY_NS = 86_400_000_000_000L;

    /** Whether a row with this time matches. */
    public boolean matches(long timeNs) {
        long days = Math.floorDiv(TimeRange.subtract(timeNs, -offsetNs), DAY_NS);
        // The epoch was a Thursday; weeks go from Sunday (0) to Saturday (6).
        int day = (int) Math.floorMod(days + 4, 7L);
        int from = start.getValue() % 7;
        int to = end.getValue() % 7;
        return from <= to ? day >= from && day <= to : day >= from || day <= to;
    }
}
