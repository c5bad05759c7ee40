package dev.lanelog.query.logsql.parse;

import dev.lanelog.query.logsql.ast.TimeRange;
import dev.lanelog.query.logsql.filter.Filter;
import dev.lanelog.query.logsql.filter.FilterDayRange;
import dev.lanelog.query.logsql.filter.FilterTime;
import dev.lanelog.query.logsql.filter.FilterWeekRange;
import dev.lanelog.query.logsql.format.QueryTime;
import dev.lanelog.query.logsql.format.TimeText;
import java.time.DayOfWeek;
import java.util.Locale;
import java.util.Set;

/**
 * Reads what stands after {@code _time:}.
 *
 * <pre>
 * time  = ( range | comparison | period | "" ) [ "offset" duration ] | day | week
 * range = ( "[" | "(" ) t "," t ( "]" | ")" )
 * comparison = ( "&gt;" | "&gt;=" | "&lt;" | "&lt;=" | "=" ) ( t | duration )
 * period = t | duration
 * day   = "day_range" ( "[" | "(" ) "hh:mm" "," "hh:mm" ( "]" | ")" ) [ "offset" duration ]
 * week  = "week_range" ( "[" | "(" ) day "," day ( "]" | ")" ) [ "offset" duration ]
 * </pre>
 *
 * A shortened time stands for its whole period; a duration for {@code [now - duration, now)}.
 */
final class TimeFilterParser {
    private static final long DAY_NS = 86_400_000_000_000L;

    private final Tokens t;
    private final LogsQlParser parser;

    TimeFilterParser(Tokens tokens, LogsQlParser parser) {
        t = tokens;
        this.parser = parser;
    }

    Filter filter() {
        return switch (t.keyword()) {
            case "day_range" -> dayRange();
            case "week_range" -> weekRange();
            case "offset" -> {
                Tokens.DurationToken offset = offset();
                TimeRange range = new TimeRange(Long.MIN_VALUE, TimeRange.subtract(parser.nowNs(), offset.ns()));
                yield new FilterTime(range, "offset " + offset.text());
            }
            default -> {
                FilterTime f = range();
                if (!t.is("offset")) {
                    yield f;
                }
                Tokens.DurationToken offset = offset();
                yield new FilterTime(f.range().minus(offset.ns()), f.text() + " offset " + offset.text());
            }
        };
    }

    private Tokens.DurationToken offset() {
        t.take();
        return t.duration("a duration after 'offset'");
    }

    private FilterTime range() {
        return switch (t.keyword()) {
            case ">" -> after();
            case "<" -> before();
            case "[", "(" -> between();
            default -> period();
        };
    }

    private FilterTime between() {
        boolean startInclusive = t.take().raw().equals("[");
        Time start = time("the start of the time range");
        t.expect(",", "after the start of the time range");
        Time end = time("the end of the time range");
        boolean endInclusive = t.is("]");
        if (!endInclusive && !t.is(")")) {
            throw t.error("expected ']' or ')' after the end of the time range, got " + t.shown());
        }
        t.take();
        TimeRange range = new TimeRange(
                startInclusive ? start.ns : TimeRange.subtract(start.ns, -1),
                endInclusive ? QueryTime.endOfPeriod(end.ns, end.written) : TimeRange.subtract(end.ns, 1));
        return new FilterTime(
                range, (startInclusive ? "[" : "(") + start.text() + "," + end.text() + (endInclusive ? "]" : ")"));
    }

    private FilterTime after() {
        t.take();
        boolean inclusive = t.accept("=");
        String op = inclusive ? ">=" : ">";
        if (isTime()) {
            Time start = time("a time after '" + op + "'");
            return new FilterTime(
                    new TimeRange(inclusive ? start.ns : TimeRange.subtract(start.ns, -1), Long.MAX_VALUE),
                    op + start.text());
        }
        Tokens.DurationToken d = t.duration("a time or a duration after '" + op + "'");
        long ns = Math.abs(d.ns());
        long max = TimeRange.subtract(parser.nowNs(), inclusive || ns == Long.MAX_VALUE ? ns : ns + 1);
        return new FilterTime(new TimeRange(Long.MIN_VALUE, max), op + d.text());
    }

    private FilterTime before() {
        t.take();
        boolean inclusive = t.accept("=");
        String op = inclusive ? "<=" : "<";
        if (isTime()) {
            Time end = time("a time after '" + op + "'");
            long max = inclusive ? QueryTime.endOfPeriod(end.ns, end.written) : TimeRange.subtract(end.ns, 1);
            return new FilterTime(new TimeRange(Long.MIN_VALUE, max), op + end.text());
        }
        Tokens.DurationToken d = t.duration("a time or a duration after '" + op + "'");
        long ns = Math.abs(d.ns());
        return new FilterTime(lastBeforeNow(inclusive ? ns : ns - 1), op + d.text());
    }

    private FilterTime period() {
        String op = t.accept("=") ? "=" : "";
        if (isTime()) {
            Time time = time("a time");
            return new FilterTime(
                    new TimeRange(time.ns, QueryTime.endOfPeriod(time.ns, time.written)), op + time.text());
        }
        Tokens.DurationToken d = t.duration("a time or a duration after '_time:'");
        return new FilterTime(lastBeforeNow(Math.abs(d.ns())), op + d.text());
    }

    private TimeRange lastBeforeNow(long ns) {
        return new TimeRange(TimeRange.subtract(parser.nowNs(), ns), TimeRange.subtract(parser.nowNs(), 1));
    }

    /** A time with what was written for it. */
    private record Time(long ns, String written) {
        String text() {
            return Tokens.printable(written);
        }
    }

    private Time time(String what) {
        Token place = t.peek();
        String s = t.compound(what);
        long ns = TimeText.parseQueryTime(s, parser.nowNs());
        if (ns == TimeText.INVALID) {
            throw t.error(
                    place, "expected " + what + ", got '" + s + "', which is no time such as 2006-01-02T15:04:05Z", "");
        }
        return new Time(ns, s);
    }

    /** Whether the next token begins a time rather than a duration. */
    private boolean isTime() {
        if (t.is("now")) {
            return true;
        }
        String s = t.peek().text();
        if (s.length() < 4 || !s.chars().limit(4).allMatch(c -> c >= '0' && c <= '9')) {
            return false;
        }
        return s.length() == 4 || "-+Zz".indexOf(s.charAt(4)) >= 0;
    }

    private Filter dayRange() {
        t.take();
        boolean startInclusive = open("day_range");
        Day start = dayTime();
        t.expect(",", "after the start of day_range");
        Day end = dayTime();
        boolean endInclusive = close("day_range");
        long offset = 0;
        String text = (startInclusive ? "[" : "(") + start.text + ", " + end.text + (endInclusive ? "]" : ")");
        if (t.is("offset")) {
            Tokens.DurationToken d = offset();
            offset = d.ns();
            text += " offset " + d.text();
        }
        long from = startInclusive ? start.ns : start.ns + 1;
        long to = endInclusive ? end.ns : end.ns == 0 ? DAY_NS - 1 : end.ns - 1;
        return new FilterDayRange(from, to, offset, text);
    }

    private record Day(long ns, String text) {}

    private Day dayTime() {
        Token place = t.peek();
        String s = t.compound("a time of day such as 08:30");
        long ns = TimeText.parseHoursMinutes(s);
        if (ns == TimeText.INVALID) {
            throw t.error(place, "expected a time of day such as 08:30, got '" + s + "'", "");
        }
        return new Day(Math.min(ns, DAY_NS - 1), Tokens.printable(s));
    }

    private boolean open(String where) {
        boolean inclusive = t.is("[");
        if (!inclusive && !t.is("(")) {
            throw t.error("expected '[' or '(' after " + where + ", got " + t.shown());
        }
        t.take();
        return inclusive;
    }

    private boolean close(String where) {
        boolean inclusive = t.is("]");
        if (!inclusive && !t.is(")")) {
            throw t.error("expected ']' or ')' at the end of " + where + ", got " + t.shown());
        }
        t.take();
        return inclusive;
    }

    private Filter weekRange() {
        t.take();
        boolean startInclusive = open("week_range");
        Token startPlace = t.peek();
        String startText = t.compound("a day of the week");
        t.expect(",", "after the start of week_range");
        Token endPlace = t.peek();
        String endText = t.compound("a day of the week");
        boolean endInclusive = close("week_range");
        DayOfWeek start = day(startText, startPlace);
        DayOfWeek end = day(endText, endPlace);
        String text = (startInclusive ? "[" : "(") + startText + ", " + endText + (endInclusive ? "]" : ")");
        long offset = 0;
        if (t.is("offset")) {
            Tokens.DurationToken d = offset();
            offset = d.ns();
            text += " offset " + d.text();
        }
        return new FilterWeekRange(
                startInclusive ? start : start.plus(1), endInclusive ? end : end.minus(1), offset, text);
    }

    private DayOfWeek day(String s, Token place) {
        String lower = s.toLowerCase(Locale.ROOT);
        for (DayOfWeek d : DayOfWeek.values()) {
            String name = d.name().toLowerCase(Locale.ROOT);
            if (Set.of(name, name.substring(0, 3)).contains(lower)) {
                return d;
            }
        }
        throw t.error(place, "expected a day of the week such as Mon or Monday, got '" + s + "'", "");
    }
}
