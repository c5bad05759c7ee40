package dev.lanelog.query.logsql.filter;

import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.Utf8;
import dev.lanelog.query.logsql.format.NumberText;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Searches in bytes, and what stands next to a place. */
final class Bytes {
    private Bytes() {}

    /** First place at or after {@code from} where {@code needle} is in {@code buf[.., end)}, or -1. */
    static int indexOf(byte[] buf, int from, int end, byte[] needle) {
        int n = needle.length;
        if (n == 0) {
            return from <= end ? from : -1;
        }
        byte first = needle[0];
        int last = end - n;
        for (int i = from; i <= last; i++) {
            if (buf[i] == first && Arrays.equals(buf, i, i + n, needle, 0, n)) {
                return i;
            }
        }
        return -1;
    }

    static boolean startsWith(byte[] buf, int from, int end, byte[] prefix) {
        return end - from >= prefix.length && Arrays.equals(buf, from, from + prefix.length, prefix, 0, prefix.length);
    }

    /** Whether the bytes before {@code at} end in a word character. Bytes that are no UTF-8 count as one. */
    static boolean wordCharBefore(byte[] buf, int from, int at) {
        if (at <= from) {
            return false;
        }
        int c = buf[at - 1];
        if (c >= 0) {
            return isAsciiWordChar(c);
        }
        int start = at - 1;
        while (start > from && at - start < 4 && (buf[start] & 0xC0) == 0x80) {
            start--;
        }
        int n = Utf8.sequenceLength(buf, start, at);
        return n != at - start || Names.isWordChar(Utf8.codePoint(buf, start, n));
    }

    /** Whether the bytes from {@code at} begin with a word character. Bytes that are no UTF-8 count as one. */
    static boolean wordCharAt(byte[] buf, int at, int end) {
        if (at >= end) {
            return false;
        }
        int c = buf[at];
        if (c >= 0) {
            return isAsciiWordChar(c);
        }
        int n = Utf8.sequenceLength(buf, at, end);
        return n == 0 || Names.isWordChar(Utf8.codePoint(buf, at, n));
    }

    /** Whether {@code b} begins with a word character; bytes that are no UTF-8 don't count. */
    static boolean beginsWithWordChar(byte[] b) {
        return b.length > 0 && wordCharAt(b, 0, b.length) && (b[0] >= 0 || Utf8.sequenceLength(b, 0, b.length) > 0);
    }

    /** Whether {@code b} ends in a word character; bytes that are no UTF-8 don't count. */
    static boolean endsWithWordChar(byte[] b) {
        if (b.length == 0 || !wordCharBefore(b, 0, b.length)) {
            return false;
        }
        int start = b.length - 1;
        while (start > 0 && b.length - start < 4 && (b[start] & 0xC0) == 0x80) {
            start--;
        }
        return Utf8.sequenceLength(b, start, b.length) == b.length - start;
    }

    private static boolean isAsciiWordChar(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    }

    /** The value of a canonical decimal integer that fits a long; null for anything else. */
    static @Nullable Long canonicalLong(byte[] b) {
        long[] out = new long[1];
        if (!NumberText.parseLong(b, 0, b.length, out)) {
            return null;
        }
        return Arrays.equals(Utf8.bytes(Long.toString(out[0])), b) ? out[0] : null;
    }

    /** Whether a canonical decimal integer could contain the text. */
    static boolean mayBeInInteger(byte[] b) {
        for (byte c : b) {
            if (c != '-' && (c < '0' || c > '9')) {
                return false;
            }
        }
        return true;
    }
}
