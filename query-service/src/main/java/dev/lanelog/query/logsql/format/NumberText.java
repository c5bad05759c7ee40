package dev.lanelog.query.logsql.format;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/** Numbers as text. Reading gives NaN for text that is no number. */
public final class NumberText {
    /** Longest plain number: {@code -18_446_744_073_709_551_615}. */
    private static final int MAX_PLAIN_LENGTH = 27;

    private static final int MAX_UNSIGNED_LENGTH = 26;

    private static final double[] POW10 = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };

    /** Integers up to here are exact as doubles. */
    private static final long MAX_EXACT = 1L << 53;

    private NumberText() {}

    /**
     * Reads what math, ranges and comparisons take for a number: {@link #parseNumber}, else a time (nanoseconds since the
     * epoch), else an IPv4 address (its 32 bits).
     */
    public static double parse(byte[] b, int off, int len) {
        double d = parseNumber(b, off, len);
        if (!Double.isNaN(d) || len == 0) {
            return d;
        }
        long time = TimeText.parseRfc3339(b, off, len);
        if (time != TimeText.INVALID) {
            return (double) time;
        }
        long ip = Ipv4Text.parse(b, off, len);
        return ip >= 0 ? (double) ip : Double.NaN;
    }

    /** As {@link #parse(byte[], int, int)}. */
    public static double parse(String s) {
        byte[] b = s.getBytes(StandardCharsets.UTF_8);
        return parse(b, 0, b.length);
    }

    /** Reads a plain number, a duration (nanoseconds), a size (bytes), or a number in another of Go's notations. */
    public static double parseNumber(byte[] b, int off, int len) {
        if (len == 0) {
            return Double.NaN;
        }
        double d = parsePlain(b, off, len);
        if (!Double.isNaN(d)) {
            return d;
        }
        if (!startsLikeNumber(b, off, len)) {
            return Double.NaN;
        }
        long ns = DurationText.parse(b, off, len);
        if (ns != DurationText.INVALID) {
            return (double) ns;
        }
        long bytes = SizeText.parse(b, off, len);
        if (bytes != SizeText.INVALID) {
            return (double) bytes;
        }
        return parseOther(b, off, len);
    }

    /** As {@link #parseNumber(byte[], int, int)}. */
    public static double parseNumber(String s) {
        byte[] b = s.getBytes(StandardCharsets.UTF_8);
        return parseNumber(b, 0, b.length);
    }

    /** Reads {@code -?digits(.digits)?}; underscores may separate digits; no leading zeros before the point. */
    public static double parsePlain(byte[] b, int off, int len) {
        if (len == 0 || len > MAX_PLAIN_LENGTH) {
            return Double.NaN;
        }
        int i = off;
        int end = off + len;
        boolean minus = b[i] == '-';
        if (minus) {
            i++;
        }
        if (i < end && b[i] == '0' && end - i > 1 && b[i + 1] != '.') {
            return Double.NaN;
        }
        long mantissa = 0;
        int fraction = -1;
        int digits = 0;
        boolean large = false;
        for (int k = i; k < end; k++) {
            byte c = b[k];
            if (c == '.') {
                if (fraction >= 0 || k == i || k == end - 1) {
                    return Double.NaN;
                }
                fraction = 0;
                continue;
            }
            if (c == '_') {
                continue;
            }
            if (c < '0' || c > '9') {
                return Double.NaN;
            }
            digits++;
            if (fraction >= 0) {
                fraction++;
            }
            if (mantissa > (MAX_EXACT - 9) / 10) {
                large = true;
            } else {
                mantissa = mantissa * 10 + (c - '0');
            }
        }
        if (digits == 0) {
            return Double.NaN;
        }
        double d;
        if (large || fraction >= POW10.length) {
            d = slowPlain(b, i, end);
        } else {
            // Both are exact, so the one division rounds correctly.
            d = fraction > 0 ? (double) mantissa / POW10[fraction] : (double) mantissa;
        }
        return minus ? -d : d;
    }

    private static double slowPlain(byte[] b, int from, int end) {
        String text = new String(b, from, end - from, StandardCharsets.ISO_8859_1).replace("_", "");
        int point = text.indexOf('.');
        String integer = point < 0 ? text : text.substring(0, point);
        String rest = point < 0 ? "0" : text.substring(point + 1);
        BigInteger max = BigInteger.ONE.shiftLeft(64);
        if (integer.isEmpty()
                || rest.isEmpty()
                || new BigInteger(integer).compareTo(max) >= 0
                || new BigInteger(rest).compareTo(max) >= 0) {
            return Double.NaN;
        }
        return Double.parseDouble(text);
    }

    /** Whether the text begins with an optional sign, an optional point and a digit, or is {@code inf} with a sign or not. */
    public static boolean startsLikeNumber(byte[] b, int off, int len) {
        int i = off;
        int end = off + len;
        if (i < end && (b[i] == '-' || b[i] == '+')) {
            i++;
        }
        if (end - i == 3 && (b[i] | 32) == 'i' && (b[i + 1] | 32) == 'n' && (b[i + 2] | 32) == 'f') {
            return true;
        }
        if (i < end && b[i] == '.') {
            i++;
        }
        return i < end && b[i] >= '0' && b[i] <= '9';
    }

    /** Exponents, hexadecimal, octal and binary integers, {@code inf}. */
    private static double parseOther(byte[] b, int off, int len) {
        int dots = 0;
        int dashes = 0;
        for (int i = off; i < off + len; i++) {
            dots += b[i] == '.' ? 1 : 0;
            dashes += b[i] == '-' ? 1 : 0;
            if (b[i] == ':' || b[i] < 0) {
                return Double.NaN;
            }
        }
        if (dots > 1 || dashes > 2 || len > 400) {
            return Double.NaN;
        }
        return GoNumbers.parse(new String(b, off, len, StandardCharsets.ISO_8859_1));
    }

    /**
     * Reads a signed 64-bit integer: {@code -?(0|[1-9][0-9_]*)}.
     *
     * @param out gets the value in its first element
     * @return whether there is one
     */
    public static boolean parseLong(byte[] b, int off, int len, long[] out) {
        boolean minus = len > 0 && b[off] == '-';
        if (minus) {
            off++;
            len--;
        }
        if (!parseUnsigned(b, off, len, out)) {
            return false;
        }
        long n = out[0];
        if (n < 0) {
            return minus && n == Long.MIN_VALUE;
        }
        out[0] = minus ? -n : n;
        return true;
    }

    /**
     * Reads an unsigned 64-bit integer: {@code 0|[1-9][0-9_]*}.
     *
     * @param out gets the value, as unsigned, in its first element
     * @return whether there is one
     */
    public static boolean parseUnsigned(byte[] b, int off, int len, long[] out) {
        if (len == 0 || len > MAX_UNSIGNED_LENGTH || (len > 1 && b[off] == '0')) {
            return false;
        }
        long n = 0;
        for (int i = off; i < off + len; i++) {
            byte c = b[i];
            if (c == '_') {
                continue;
            }
            if (c < '0' || c > '9') {
                return false;
            }
            // 2^64 / 10, and then the sum must not wrap.
            if (Long.compareUnsigned(n, 1844674407370955161L) > 0) {
                return false;
            }
            n *= 10;
            long sum = n + (c - '0');
            if (Long.compareUnsigned(sum, n) < 0) {
                return false;
            }
            n = sum;
        }
        out[0] = n;
        return true;
    }

    /** As {@link #parseUnsigned(byte[], int, int, long[])}; -1 when it is none or does not fit a long. */
    public static long parseUnsigned(String s) {
        byte[] b = s.getBytes(StandardCharsets.UTF_8);
        long[] out = new long[1];
        return parseUnsigned(b, 0, b.length, out) && out[0] >= 0 ? out[0] : -1;
    }

    /**
     * The shortest decimal text that reads back as the same double, never with an exponent: {@code 1267650600228229400000000000000},
     * {@code 0.00001}, {@code -0}, {@code NaN}, {@code +Inf}, {@code -Inf}.
     */
    public static String format(double d) {
        if (d == (long) d && Math.abs(d) < 1e15 && (d != 0 || 1 / d > 0)) {
            return Long.toString((long) d);
        }
        if (Double.isNaN(d)) {
            return "NaN";
        }
        if (Double.isInfinite(d)) {
            return d > 0 ? "+Inf" : "-Inf";
        }
        if (d == 0) {
            return "-0";
        }
        String s = Double.toString(d);
        if (Math.abs(d) < Double.MIN_NORMAL) {
            s = shortestSubnormal(d, s);
        }
        if (s.endsWith(".0")) {
            return s.substring(0, s.length() - 2);
        }
        return s.indexOf('E') < 0 ? s : new BigDecimal(s).stripTrailingZeros().toPlainString();
    }

    /** Double.toString gives at least two digits, which is one too many for a few of the smallest numbers. */
    private static String shortestSubnormal(double d, String s) {
        int e = s.indexOf('E');
        int lead = s.indexOf('.') - 1;
        // The nearer of the two one-digit neighbours first.
        int nearer = s.charAt(lead + 2) >= '5' ? 1 : 0;
        for (int i = 0; e > 0 && i <= 1; i++) {
            int up = i == 0 ? nearer : 1 - nearer;
            String one = s.substring(0, lead) + (char) (s.charAt(lead) + up) + s.substring(e);
            if (s.charAt(lead) + up <= '9' && Double.parseDouble(one) == d) {
                return one;
            }
        }
        return s;
    }
}
