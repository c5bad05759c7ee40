package dev.lanelog.columnar.column;

/** Canonical decimal integers: {@code 0}, or {@code -?[1-9][0-9]*} that fits a long. */
public final class Decimal {
    /** Longest text: {@code -9223372036854775808}. */
    public static final int MAX_LENGTH = 20;

    private Decimal() {}

    /** Whether the text is canonical, so that {@link #parse} and {@link #write} give it back byte for byte. */
    public static boolean isCanonical(byte[] buf, int off, int len) {
        if (len == 0 || len > MAX_LENGTH) {
            return false;
        }
        boolean negative = buf[off] == '-';
        int from = negative ? off + 1 : off;
        int digits = off + len - from;
        if (digits == 0 || digits > 19 || buf[from] == '0' && len > 1) {
            return false;
        }
        for (int i = from; i < off + len; i++) {
            if (buf[i] < '0' || buf[i] > '9') {
                return false;
            }
        }
        if (digits < 19) {
            return true;
        }
        long magnitude = magnitude(buf, from, off + len);
        return magnitude >= 0 || negative && magnitude == Long.MIN_VALUE;
    }

    /** The value of canonical text. */
    public static long parse(byte[] buf, int off, int len) {
        return buf[off] == '-' ? -magnitude(buf, off + 1, off + len) : magnitude(buf, off, off + len);
    }

    private static long magnitude(byte[] buf, int from, int to) {
        long v = 0;
        for (int i = from; i < to; i++) {
            v = v * 10 + (buf[i] - '0');
        }
        return v;
    }

    /** Writes the text of {@code v} to {@code out[at...)}, which has {@link #MAX_LENGTH} bytes of room; its length. */
    public static int write(long v, byte[] out, int at) {
        int p = at;
        long rest = v;
        if (v < 0) {
            out[p++] = '-';
        } else {
            rest = -v;
        }
        // Negative numbers reach further than positive ones, so count down from there.
        int digits = digits(rest);
        int end = p + digits;
        for (int i = end - 1; i >= p; i--) {
            long q = rest / 10;
            out[i] = (byte) ('0' - (rest - q * 10));
            rest = q;
        }
        return end - at;
    }

    private static int digits(long negative) {
        int n = 1;
        long limit = -10;
        while (n < 19 && negative <= limit) {
            n++;
            limit *= 10;
        }
        return n;
    }

    /** Length of the text of {@code v}. */
    public static int length(long v) {
        return v < 0 ? 1 + digits(v) : digits(-v);
    }
}
