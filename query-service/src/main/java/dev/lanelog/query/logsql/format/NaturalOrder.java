package dev.lanelog.query.logsql.format;

import java.util.Arrays;
import java.util.Comparator;

/**
 * The order of values in LogsQL. Two integers compare as integers, two times as times, two numbers (durations and sizes
 * are numbers) as numbers, anything else as text in which runs of digits count as numbers. With values of different kinds
 * the order is not transitive; callers that sort must not rely on it being total.
 */
public final class NaturalOrder {
    /** Order of whole arrays. */
    public static final Comparator<byte[]> COMPARATOR = (a, b) -> compare(a, 0, a.length, b, 0, b.length);

    private static final ThreadLocal<long[]> SCRATCH = ThreadLocal.withInitial(() -> new long[2]);

    private NaturalOrder() {}

    /** Negative when {@code a} comes before {@code b}, positive when it comes after, else 0. */
    public static int compare(byte[] a, int aOff, int aLen, byte[] b, int bOff, int bLen) {
        if (less(a, aOff, aLen, b, bOff, bLen)) {
            return -1;
        }
        return less(b, bOff, bLen, a, aOff, aLen) ? 1 : 0;
    }

    /** Whether {@code a} comes before {@code b}. */
    public static boolean less(byte[] a, int aOff, int aLen, byte[] b, int bOff, int bLen) {
        if (Arrays.equals(a, aOff, aOff + aLen, b, bOff, bOff + bLen)) {
            return false;
        }
        if (mayBeNumber(a, aOff, aLen) && mayBeNumber(b, bOff, bLen)) {
            int order = compareNumbers(a, aOff, aLen, b, bOff, bLen);
            if (order != UNKNOWN) {
                return order < 0;
            }
        }
        return lessText(a, aOff, aLen, b, bOff, bLen);
    }

    private static final int UNKNOWN = Integer.MIN_VALUE;

    private static boolean mayBeNumber(byte[] b, int off, int len) {
        return NumberText.startsLikeNumber(b, off, len);
    }

    private static int compareNumbers(byte[] a, int aOff, int aLen, byte[] b, int bOff, int bLen) {
        long[] out = SCRATCH.get();
        if (NumberText.parseLong(a, aOff, aLen, out)) {
            long n = out[0];
            if (NumberText.parseLong(b, bOff, bLen, out)) {
                return Long.compare(n, out[0]);
            }
        }
        if (NumberText.parseUnsigned(a, aOff, aLen, out)) {
            long n = out[0];
            if (NumberText.parseUnsigned(b, bOff, bLen, out)) {
                return Long.compareUnsigned(n, out[0]);
            }
        }
        long ta = TimeText.parseRfc3339(a, aOff, aLen);
        if (ta != TimeText.INVALID) {
            long tb = TimeText.parseRfc3339(b, bOff, bLen);
            if (tb != TimeText.INVALID) {
                return Long.compare(ta, tb);
            }
        }
        double da = NumberText.parseNumber(a, aOff, aLen);
        if (!Double.isNaN(da)) {
            double db = NumberText.parseNumber(b, bOff, bLen);
            if (!Double.isNaN(db)) {
                return da < db ? -1 : da > db ? 1 : 0;
            }
        }
        return UNKNOWN;
    }

    /** The order of text: runs of digits by value, then by length; digits before anything else; other bytes by value. */
    public static boolean lessText(byte[] a, int aOff, int aLen, byte[] b, int bOff, int bLen) {
        return compareText(a, aOff, aLen, b, bOff, bLen) < 0;
    }

    /** As {@link #lessText}, as a comparison. */
    public static int compareText(byte[] a, int aOff, int aLen, byte[] b, int bOff, int bLen) {
        int i = aOff;
        int k = bOff;
        int aEnd = aOff + aLen;
        int bEnd = bOff + bLen;
        while (true) {
            while (i < aEnd && k < bEnd && !(isDigit(a[i]) && isDigit(b[k]))) {
                if (a[i] != b[k]) {
                    if (isDigit(a[i])) {
                        return -1;
                    }
                    return isDigit(b[k]) ? 1 : Integer.compare(a[i] & 0xFF, b[k] & 0xFF);
                }
                i++;
                k++;
            }
            if (i == aEnd || k == bEnd) {
                return Integer.compare(aEnd - i, bEnd - k) > 0 ? 1 : aEnd - i == bEnd - k ? 0 : -1;
            }
            int aRun = runEnd(a, i, aEnd);
            int bRun = runEnd(b, k, bEnd);
            int order = compareRuns(a, i, aRun, b, k, bRun);
            if (order != 0) {
                return order;
            }
            i = aRun;
            k = bRun;
        }
    }

    private static int compareRuns(byte[] a, int aOff, int aEnd, byte[] b, int bOff, int bEnd) {
        int aSig = aOff;
        int bSig = bOff;
        while (aSig < aEnd - 1 && a[aSig] == '0') {
            aSig++;
        }
        while (bSig < bEnd - 1 && b[bSig] == '0') {
            bSig++;
        }
        int order = Integer.compare(aEnd - aSig, bEnd - bSig);
        if (order == 0) {
            order = Arrays.compareUnsigned(a, aSig, aEnd, b, bSig, bEnd);
        }
        return order != 0 ? order : Integer.compare(aEnd - aOff, bEnd - bOff);
    }

    private static int runEnd(byte[] b, int i, int end) {
        while (i < end && isDigit(b[i])) {
            i++;
        }
        return i;
    }

    private static boolean isDigit(byte c) {
        return c >= '0' && c <= '9';
    }
}
