package dev.lanelog.gateway.row;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;

/**
 * Times as senders write them: RFC 3339 (with {@code T} or a blank, a fraction of 1 to 9 digits after a point or a comma,
 * and {@code Z}, {@code +hh:mm}, {@code +hhmm} or no zone, which means UTC; parts beyond their range roll over), or a number
 * of seconds, milliseconds, microseconds or nanoseconds, told apart by magnitude.
 */
public final class TimeParser {
    /** The text stands for the time of arrival: empty, {@code 0}, {@code -}. */
    public static final long NOW = Long.MIN_VALUE;
    /** The text is no time. */
    public static final long BAD = Long.MIN_VALUE + 1;
    /** A time that does not fit 64 bits of nanoseconds (1677 to 2262). */
    public static final long OUT_OF_RANGE = Long.MIN_VALUE + 2;

    private static final long SECONDS_LIMIT = 1L << 31;
    private static final long NS = 1_000_000_000L;
    private static final long MAX_SECONDS = Long.MAX_VALUE / NS - 1;

    private TimeParser() {}

    /**
     * @param dateOnly whether a date without a time of day is one
     * @return nanoseconds since 1970, or one of the constants above
     */
    public static long parse(byte[] text, int off, int len, boolean dateOnly) {
        if (len == 0 || len == 1 && text[off] == '-') {
            return NOW;
        }
        if (len > 4 && text[off + 4] == '-' && digit(text[off])) {
            return rfc3339(text, off, off + len, dateOnly);
        }
        return unix(text, off, len);
    }

    private static long rfc3339(byte[] t, int off, int end, boolean dateOnly) {
        int year = number(t, off, end, 4);
        int month = at(t, off + 4, end, '-') ? number(t, off + 5, end, 2) : -1;
        int day = at(t, off + 7, end, '-') ? number(t, off + 8, end, 2) : -1;
        if (year < 0 || month < 0 || day < 0) {
            return BAD;
        }
        long days = days(year, month, day);
        if (off + 10 == end) {
            boolean date = month >= 1 && month <= 12 && day >= 1 && day <= 31;
            return dateOnly && date ? nanos(days * 86400, 0) : BAD;
        }
        if (!at(t, off + 10, end, 'T') && !at(t, off + 10, end, ' ')) {
            return BAD;
        }
        int hour = number(t, off + 11, end, 2);
        int minute = at(t, off + 13, end, ':') ? number(t, off + 14, end, 2) : -1;
        int second = at(t, off + 16, end, ':') ? number(t, off + 17, end, 2) : -1;
        if (hour < 0 || minute < 0 || second < 0) {
            return BAD;
        }
        int p = off + 19;
        long fraction = 0;
        if (at(t, p, end, '.') || at(t, p, end, ',')) {
            int from = ++p;
            while (p < end && digit(t[p])) {
                fraction = fraction * 10 + (t[p++] - '0');
                if (p - from > 9) {
                    return BAD;
                }
            }
            if (p == from) {
                return BAD;
            }
            for (int i = p - from; i < 9; i++) {
                fraction *= 10;
            }
        }
        int zone = zoneSeconds(t, p, end);
        if (zone == Integer.MIN_VALUE) {
            return BAD;
        }
        return nanos(days * 86400 + hour * 3600L + minute * 60L + second - zone, fraction);
    }

    /** Seconds east of UTC, or MIN_VALUE. */
    private static int zoneSeconds(byte[] t, int p, int end) {
        if (p == end || p + 1 == end && t[p] == 'Z') {
            return 0;
        }
        int sign = at(t, p, end, '+') ? 1 : at(t, p, end, '-') ? -1 : 0;
        int hours = number(t, p + 1, end, 2);
        int minutes = -1;
        if (end - p == 6 && at(t, p + 3, end, ':')) {
            minutes = number(t, p + 4, end, 2);
        } else if (end - p == 5) {
            minutes = number(t, p + 3, end, 2);
        }
        return sign == 0 || hours < 0 || minutes < 0 ? Integer.MIN_VALUE : sign * (hours * 3600 + minutes * 60);
    }

    private static long nanos(long seconds, long fraction) {
        if (seconds > MAX_SECONDS || seconds < -MAX_SECONDS) {
            return OUT_OF_RANGE;
        }
        long ns = seconds * NS + fraction;
        return ns == 0 ? NOW : ns;
    }

    /** Days since 1970-01-01 of a proleptic Gregorian date; month and day may lie beyond their range. */
    static long days(int year, int month, int day) {
        long y = (long) year + Math.floorDiv(month - 1, 12);
        int m = Math.floorMod(month - 1, 12) + 1;
        y -= m <= 2 ? 1 : 0;
        long era = Math.floorDiv(y, 400L);
        long yoe = y - era * 400;
        long doy = (153L * (m > 2 ? m - 3 : m + 9) + 2) / 5 + day - 1;
        return era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468;
    }

    /** A plain integer, the usual form, without a detour over text. */
    private static long unix(byte[] t, int off, int len) {
        boolean negative = t[off] == '-';
        int from = negative ? 1 : 0;
        if (len - from > 18) {
            return unixText(t, off, len);
        }
        long n = 0;
        for (int i = from; i < len; i++) {
            if (!digit(t[off + i])) {
                return unixText(t, off, len);
            }
            n = n * 10 + (t[off + i] - '0');
        }
        return len == from ? BAD : ofUnix(negative ? -n : n);
    }

    /** A whole number of s, ms, us or ns by its magnitude; 0 is {@link #NOW}. */
    public static long ofUnix(long n) {
        if (n == 0) {
            return NOW;
        }
        long unit = unit(n);
        return n * unit;
    }

    private static long unit(long n) {
        if (n < SECONDS_LIMIT && n >= -SECONDS_LIMIT) {
            return NS;
        }
        if (n < SECONDS_LIMIT * 1000 && n >= -SECONDS_LIMIT * 1000) {
            return 1_000_000L;
        }
        if (n < SECONDS_LIMIT * 1_000_000 && n >= -SECONDS_LIMIT * 1_000_000) {
            return 1000L;
        }
        return 1;
    }

    /** Fractions, exponents and numbers of 19 digits. */
    private static long unixText(byte[] t, int off, int len) {
        if (len > 40) {
            return BAD;
        }
        for (int i = off; i < off + len; i++) {
            byte c = t[i];
            if (!digit(c) && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E') {
                return BAD;
            }
        }
        BigDecimal number;
        try {
            number = new BigDecimal(new String(t, off, len, StandardCharsets.US_ASCII));
        } catch (NumberFormatException notANumber) {
            return BAD;
        }
        if (number.signum() == 0) {
            return NOW;
        }
        // An exponent of a million would make the arithmetic below a bomb.
        if (number.precision() - (long) number.scale() > 19 || number.scale() > 60) {
            return BAD;
        }
        BigInteger whole = number.toBigInteger();
        if (whole.bitLength() > 63) {
            return BAD;
        }
        BigInteger ns = number.multiply(BigDecimal.valueOf(unit(whole.longValue())))
                .setScale(0, RoundingMode.DOWN)
                .toBigInteger();
        if (ns.bitLength() > 63) {
            return OUT_OF_RANGE;
        }
        long value = ns.longValue();
        return value <= OUT_OF_RANGE ? OUT_OF_RANGE : value;
    }

    private static boolean digit(byte b) {
        return b >= '0' && b <= '9';
    }

    private static boolean at(byte[] t, int p, int end, char c) {
        return p < end && t[p] == c;
    }

    /** {@code count} digits at {@code p}, or -1. */
    private static int number(byte[] t, int p, int end, int count) {
        if (p + count > end) {
            return -1;
        }
        int n = 0;
        for (int i = p; i < p + count; i++) {
            if (!digit(t[i])) {
                return -1;
            }
            n = n * 10 + (t[i] - '0');
        }
        return n;
    }
}
