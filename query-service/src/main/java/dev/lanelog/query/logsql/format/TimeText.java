package dev.lanelog.query.logsql.format;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** Times as text; nanoseconds since the epoch as numbers. Times without a zone are UTC. */
public final class TimeText {
    /** Returned for text that is no time. */
    public static final long INVALID = Long.MIN_VALUE;

    /** Length of {@code 2006-01-02T15:04:05}. */
    private static final int SECONDS_LENGTH = 19;

    private TimeText() {}

    /**
     * Reads {@code YYYY-MM-DDThh:mm:ss(.fraction)?(Z|+hh:mm|-hhmm)?}, a space in place of {@code T} allowed, fraction of at
     * most 9 digits.
     */
    public static long parseRfc3339(byte[] b, int off, int len) {
        if (len < SECONDS_LENGTH || b[off + 4] != '-') {
            return INVALID;
        }
        long seconds = seconds(b, off);
        if (seconds == INVALID) {
            return INVALID;
        }
        int i = off + SECONDS_LENGTH;
        int end = off + len;
        long offset = 0;
        if (i < end && b[end - 1] == 'Z') {
            end--;
        } else {
            int sign = end - 1;
            while (sign >= i && b[sign] != '+' && b[sign] != '-') {
                sign--;
            }
            if (sign >= i) {
                offset = hoursMinutes(b, sign + 1, end);
                if (offset == INVALID) {
                    return INVALID;
                }
                offset = b[sign] == '-' ? -offset : offset;
                end = sign;
            }
        }
        long fraction = 0;
        if (i < end) {
            int from = b[i] == '.' ? i + 1 : i;
            int digits = end - from;
            if (digits == 0 || digits > 9) {
                return INVALID;
            }
            for (int k = from; k < end; k++) {
                if (b[k] < '0' || b[k] > '9') {
                    return INVALID;
                }
                fraction = fraction * 10 + (b[k] - '0');
            }
            for (int k = digits; k < 9; k++) {
                fraction *= 10;
            }
        }
        return seconds * 1_000_000_000L - offset + fraction;
    }

    /** As {@link #parseRfc3339(byte[], int, int)}. */
    public static long parseRfc3339(String s) {
        byte[] b = s.getBytes(StandardCharsets.UTF_8);
        return parseRfc3339(b, 0, b.length);
    }

    private static long seconds(byte[] b, int off) {
        int year = two(b, off) * 100 + two(b, off + 2);
        int month = two(b, off + 5);
        int day = two(b, off + 8);
        int hour = two(b, off + 11);
        int minute = two(b, off + 14);
        int second = two(b, off + 17);
        boolean marks = b[off + 7] == '-'
                && (b[off + 10] == 'T' || b[off + 10] == ' ')
                && b[off + 13] == ':'
                && b[off + 16] == ':';
        if (!marks || year < 1677 || year > 2262 || month < 0 || day < 0 || hour < 0 || minute < 0 || second < 0) {
            return INVALID;
        }
        // Out-of-range parts carry over, as the recorded server has it: the 32nd of January is the 1st of February.
        long days = LocalDate.of(year, 1, 1).plusMonths(month - 1L).toEpochDay() + day - 1;
        long seconds = days * 86400 + hour * 3600L + minute * 60L + second;
        return seconds < Long.MIN_VALUE / 1_000_000_000L || seconds >= Long.MAX_VALUE / 1_000_000_000L
                ? INVALID
                : seconds;
    }

    /** Two digits; a large negative number when they are none. */
    private static int two(byte[] b, int at) {
        int hi = b[at] - '0';
        int lo = b[at + 1] - '0';
        return hi < 0 || hi > 9 || lo < 0 || lo > 9 ? -100_000 : hi * 10 + lo;
    }

    private static long hoursMinutes(byte[] b, int from, int end) {
        int len = end - from;
        boolean colon = len == 5 && b[from + 2] == ':';
        if (!colon && len != 4) {
            return INVALID;
        }
        int hours = two(b, from);
        int minutes = two(b, end - 2);
        return hours < 0 || minutes < 0 || hours > 24 || minutes > 60
                ? INVALID
                : hours * DurationText.HOUR + minutes * DurationText.MINUTE;
    }

    /** Nanoseconds of {@code hh:mm} or {@code hhmm} (up to 24:60), or {@link #INVALID}. */
    public static long parseHoursMinutes(String s) {
        byte[] b = s.getBytes(StandardCharsets.UTF_8);
        return hoursMinutes(b, 0, b.length);
    }

    /**
     * Reads a time as queries write it: {@code now}, {@code now-5m}, {@code 5m} (before now), {@code 2006}, {@code 2006-01} up to
     * {@code 2006-01-02T15:04:05.999999999}, each with an optional zone, or a Unix time in seconds, milliseconds, microseconds
     * or nanoseconds by its size.
     *
     * @param nowNs what relative times count from
     * @return {@link #INVALID} when it is none
     */
    public static long parseQueryTime(String s, long nowNs) {
        return QueryTime.parse(s, nowNs);
    }

    /**
     * Reads a Unix time in decimal notation, with a fraction or an exponent that is not negative. The largest unit, from seconds
     * to nanoseconds, counts in which it is a time that nanoseconds can hold.
     *
     * @return {@link #INVALID} when it is none
     */
    public static long parseUnix(String s) {
        return QueryTime.parseUnix(s);
    }

    /** {@code 2006-01-02T15:04:05.123Z}: as many digits of the fraction as there are, none when it is zero. */
    public static String format(long ns) {
        long seconds = Math.floorDiv(ns, 1_000_000_000L);
        int nanos = (int) Math.floorMod(ns, 1_000_000_000L);
        LocalDateTime t = LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC);
        StringBuilder sb = new StringBuilder(30);
        pad(sb, t.getYear(), 4).append('-');
        pad(sb, t.getMonthValue(), 2).append('-');
        pad(sb, t.getDayOfMonth(), 2).append('T');
        pad(sb, t.getHour(), 2).append(':');
        pad(sb, t.getMinute(), 2).append(':');
        pad(sb, t.getSecond(), 2);
        if (nanos != 0) {
            sb.append('.');
            pad(sb, nanos, 9);
            int end = sb.length();
            while (sb.charAt(end - 1) == '0') {
                end--;
            }
            sb.setLength(end);
        }
        return sb.append('Z').toString();
    }

    private static StringBuilder pad(StringBuilder sb, int value, int width) {
        String digits = Integer.toString(value);
        for (int i = digits.length(); i < width; i++) {
            sb.append('0');
        }
        return sb.append(digits);
    }

    /** Start of a day, nanoseconds; {@link #INVALID} for a date that does not exist. */
    static long date(int year, int month, int day) {
        try {
            return Math.multiplyExact(LocalDate.of(year, month, day).toEpochDay(), DurationText.DAY);
        } catch (DateTimeException | ArithmeticException e) {
            return INVALID;
        }
    }
}
