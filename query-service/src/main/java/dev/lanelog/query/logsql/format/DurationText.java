package dev.lanelog.query.logsql.format;

import java.nio.charset.StandardCharsets;

/** Durations as text: {@code 1h30m}, {@code 1.5s}, {@code 200µs}, {@code 2w}, {@code 1y} (365 days); nanoseconds as numbers. */
public final class DurationText {
    /** Returned for text that is no duration. */
    public static final long INVALID = Long.MIN_VALUE;

    static final long MICROSECOND = 1_000L;
    static final long MILLISECOND = 1_000_000L;
    static final long SECOND = 1_000_000_000L;
    static final long MINUTE = 60 * SECOND;
    static final long HOUR = 60 * MINUTE;
    static final long DAY = 24 * HOUR;
    static final long WEEK = 7 * DAY;
    static final long YEAR = 365 * DAY;

    private DurationText() {}

    /** Nanoseconds of a duration, at most {@code Long.MAX_VALUE}; {@link #INVALID} when it is none. */
    public static long parse(byte[] b, int off, int len) {
        int i = off;
        int end = off + len;
        boolean minus = len > 0 && b[i] == '-';
        if (minus) {
            i++;
        }
        if (len == 0) {
            return INVALID;
        }
        long ns = 0;
        while (i < end) {
            int from = i;
            while (i < end && (b[i] >= '0' && b[i] <= '9' || b[i] == '.' || b[i] == '_')) {
                i++;
            }
            double f = NumberText.parsePlain(b, from, i - from);
            if (Double.isNaN(f) || i == end) {
                return INVALID;
            }
            byte next = i + 1 < end ? b[i + 1] : 0;
            long unit;
            switch (b[i]) {
                case (byte) 0xC2 -> {
                    if (i + 2 >= end || next != (byte) 0xB5 || b[i + 2] != 's') {
                        return INVALID;
                    }
                    unit = MICROSECOND;
                    i += 3;
                }
                case 'm' -> {
                    unit = next == 's' ? MILLISECOND : MINUTE;
                    i += next == 's' ? 2 : 1;
                }
                case 'n' -> {
                    if (next != 's') {
                        return INVALID;
                    }
                    unit = 1;
                    i += 2;
                }
                case 's' -> {
                    unit = SECOND;
                    i++;
                }
                case 'h' -> {
                    unit = HOUR;
                    i++;
                }
                case 'd' -> {
                    unit = DAY;
                    i++;
                }
                case 'w' -> {
                    unit = WEEK;
                    i++;
                }
                case 'y' -> {
                    unit = YEAR;
                    i++;
                }
                default -> {
                    return INVALID;
                }
            }
            ns = addSaturated(ns, f * unit);
        }
        return minus ? -ns : ns;
    }

    /** As {@link #parse(byte[], int, int)}. */
    public static long parse(String s) {
        byte[] b = s.getBytes(StandardCharsets.UTF_8);
        return parse(b, 0, b.length);
    }

    static long addSaturated(long n, double f) {
        if (f >= 0x1p63 || n > Long.MAX_VALUE - (long) f) {
            return Long.MAX_VALUE;
        }
        return n + (long) f;
    }

    /** {@code 2d12h15m}, {@code 1.5s}, {@code 1ms500µs}; {@code 0} for none. */
    public static String format(long ns) {
        if (ns == 0) {
            return "0";
        }
        StringBuilder sb = new StringBuilder(16);
        if (ns < 0) {
            sb.append('-');
            if (ns == Long.MIN_VALUE) {
                ns++;
            }
            ns = -ns;
        }
        boolean wholeSeconds = ns >= SECOND;
        ns = part(sb, ns, WEEK, "w");
        ns = part(sb, ns, DAY, "d");
        ns = part(sb, ns, HOUR, "h");
        ns = part(sb, ns, MINUTE, "m");
        if (wholeSeconds && ns >= SECOND) {
            return sb.append(NumberText.format((double) ns / SECOND))
                    .append('s')
                    .toString();
        }
        ns = part(sb, ns, MILLISECOND, "ms");
        ns = part(sb, ns, MICROSECOND, "µs");
        part(sb, ns, 1, "ns");
        return sb.toString();
    }

    private static long part(StringBuilder sb, long ns, long unit, String name) {
        if (ns >= unit) {
            sb.append(ns / unit).append(name);
        }
        return ns % unit;
    }
}
