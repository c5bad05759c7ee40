package dev.lanelog.query.logsql.format;

import dev.lanelog.query.logsql.ast.TimeRange;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** Times in queries, and where the period that a shortened time names ends. */
public final class QueryTime {
    private static final int ZONE_LENGTH = 6;

    private static final BigDecimal MAX_NS = BigDecimal.valueOf(Long.MAX_VALUE);

    /** More digits before the point than any time has. */
    private static final int MAX_UNIX_DIGITS = 25;

    private QueryTime() {}

    static long parse(String text, long nowNs) {
        if (text.equals("now")) {
            return nowNs;
        }
        String s = text;
        long zone = 0;
        if (s.length() > ZONE_LENGTH) {
            String tail = s.substring(s.length() - ZONE_LENGTH);
            if ((tail.charAt(0) == '-' || tail.charAt(0) == '+') && tail.charAt(3) == ':') {
                long offset = TimeText.parseHoursMinutes(tail.substring(1));
                if (offset == TimeText.INVALID) {
                    return TimeText.INVALID;
                }
                zone = tail.charAt(0) == '+' ? -offset : offset;
                s = s.substring(0, s.length() - ZONE_LENGTH);
            }
        }
        if (s.endsWith("Z")) {
            s = s.substring(0, s.length() - 1);
        }
        if (s.isEmpty()) {
            return TimeText.INVALID;
        }
        if (s.charAt(s.length() - 1) > '9' || s.charAt(0) == '-' || s.startsWith("now")) {
            String duration = s.startsWith("now") ? s.substring(3) : s;
            long d = DurationText.parse(duration.startsWith("+") ? duration.substring(1) : duration);
            return d == DurationText.INVALID ? TimeText.INVALID : TimeRange.subtract(nowNs, Math.abs(d));
        }
        if (s.length() != 4 && text.indexOf('-') < 0) {
            return parseUnix(text);
        }
        long t = parseCalendar(s);
        return t == TimeText.INVALID ? t : TimeRange.subtract(t, -zone);
    }

    /** {@code 2006}, {@code 2006-01}, {@code 2006-01-02}, {@code 2006-01-02T15}, {@code 2006-01-02T15:04}, or with seconds. */
    private static long parseCalendar(String s) {
        int n = s.length();
        String date = n <= 10 ? s : s.substring(0, 10);
        int year = digits(date, 0, 4);
        int month = n >= 7 ? digits(date, 5, 7) : 1;
        int day = n >= 10 ? digits(date, 8, 10) : 1;
        boolean known = n == 4 || n == 7 || n == 10 || n == 13 || n == 16 || n >= 19;
        if (!known
                || year < 0
                || month < 0
                || day < 0
                || (n >= 7 && s.charAt(4) != '-')
                || (n >= 10 && s.charAt(7) != '-')) {
            return TimeText.INVALID;
        }
        long t = TimeText.date(year, month, day);
        if (t == TimeText.INVALID || n <= 10) {
            return t;
        }
        int hour = digits(s, 11, 13);
        int minute = n >= 16 ? digits(s, 14, 16) : 0;
        int second = n >= 19 ? digits(s, 17, 19) : 0;
        boolean marks = (s.charAt(10) == 'T' || s.charAt(10) == 't' || s.charAt(10) == ' ')
                && (n < 16 || s.charAt(13) == ':')
                && (n < 19 || s.charAt(16) == ':');
        if (!marks || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) {
            return TimeText.INVALID;
        }
        t += hour * DurationText.HOUR + minute * DurationText.MINUTE + second * DurationText.SECOND;
        long fraction = n == 19 ? 0 : fraction(s);
        return n <= 16 ? t : fraction < 0 ? TimeText.INVALID : t + fraction;
    }

    /** Nanoseconds of the fraction behind the seconds, or -1; digits beyond the ninth are dropped. */
    private static long fraction(String s) {
        if (s.length() < 21 || s.charAt(19) != '.') {
            return -1;
        }
        long f = 0;
        long unit = 100_000_000L;
        for (int i = 20; i < s.length(); i++) {
            int d = s.charAt(i) - '0';
            if (d < 0 || d > 9) {
                return -1;
            }
            f += d * unit;
            unit /= 10;
        }
        return f;
    }

    private static int digits(String s, int from, int to) {
        if (s.length() < to) {
            return -1;
        }
        int n = 0;
        for (int i = from; i < to; i++) {
            int d = s.charAt(i) - '0';
            if (d < 0 || d > 9) {
                return -1;
            }
            n = n * 10 + d;
        }
        return n;
    }

    /**
     * A Unix time in decimal notation, with a fraction or an exponent that is not negative. The whole part tells the unit: the
     * largest one in which it is a time that nanoseconds can hold.
     */
    static long parseUnix(String s) {
        if (!GoNumbers.isFloat(s)
                || s.startsWith(".")
                || s.endsWith(".")
                || s.indexOf("e-") >= 0
                || s.indexOf("E-") >= 0) {
            return TimeText.INVALID;
        }
        BigDecimal n = new BigDecimal(s);
        if (Math.abs((long) n.precision() - n.scale()) > MAX_UNIX_DIGITS) {
            return TimeText.INVALID;
        }
        for (long unit = 1_000_000_000L; unit > 0; unit /= 1000) {
            BigDecimal ns = n.multiply(BigDecimal.valueOf(unit));
            if (ns.abs().compareTo(MAX_NS) <= 0) {
                return ns.longValue();
            }
        }
        return TimeText.INVALID;
    }

    /**
     * The last nanosecond of the period that a written time names: of the year for {@code 2006}, of the day for
     * {@code 2006-01-02} and so on; {@code startNs} itself for relative times.
     *
     * @param startNs what {@link TimeText#parseQueryTime} gave for the text
     */
    public static long endOfPeriod(long startNs, String text) {
        String s = stripZone(text);
        int n = s.length();
        if (n == 4) {
            return shiftMonths(startNs, 12) - 1;
        }
        if (isDigits(s)) {
            return startNs
                    + (n <= 10 ? DurationText.SECOND : n <= 13 ? DurationText.MILLISECOND : n <= 16 ? 1000 : 1)
                    - 1;
        }
        if (n <= 4 || s.charAt(4) != '-') {
            int dot = s.indexOf('.');
            if (dot < 0 || !isDigits(s.substring(0, dot)) || !isDigits(s.substring(dot + 1))) {
                return startNs;
            }
            return startNs + fractionPeriod(n - dot - 1) - 1;
        }
        return switch (n) {
            case 7 -> shiftMonths(startNs, 1) - 1;
            case 10 -> startNs + DurationText.DAY - 1;
            case 13 -> startNs + DurationText.HOUR - 1;
            case 16 -> startNs + DurationText.MINUTE - 1;
            case 19 -> startNs + DurationText.SECOND - 1;
            default -> startNs + fractionPeriod(n - 20) - 1;
        };
    }

    private static long fractionPeriod(int digits) {
        return digits == 3 ? DurationText.MILLISECOND : digits == 6 ? DurationText.MICROSECOND : 1;
    }

    /** Moves the start of a month, given in some zone, by months of that zone: a start that is no first day lies before it. */
    private static long shiftMonths(long ns, int months) {
        LocalDate day =
                LocalDate.ofInstant(Instant.ofEpochSecond(Math.floorDiv(ns, DurationText.SECOND)), ZoneOffset.UTC);
        long inDay = Math.floorMod(ns, DurationText.DAY);
        LocalDate shifted;
        if (day.getDayOfMonth() == 1) {
            shifted = day.plusMonths(months);
        } else {
            shifted = day.plusMonths(1).withDayOfMonth(1).plusMonths(months).minusDays(1);
        }
        return shifted.toEpochDay() * DurationText.DAY + inDay;
    }

    private static boolean isDigits(String s) {
        return !s.isEmpty() && s.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static String stripZone(String s) {
        if (s.endsWith("Z")) {
            return s.substring(0, s.length() - 1);
        }
        int at = s.length() - ZONE_LENGTH;
        return at >= 0 && (s.charAt(at) == '-' || s.charAt(at) == '+') && s.charAt(at + 3) == ':'
                ? s.substring(0, at)
                : s;
    }
}
