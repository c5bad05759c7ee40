package dev.lanelog.query.logsql.format;

import dev.lanelog.query.logsql.ast.Utf8;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * JSON strings as answers carry them: {@code "} and {@code \} escaped, {@code \b \f \n \r \t} short, other control bytes and
 * {@code <} and the apostrophe as a u-escape of four digits; bytes that are no UTF-8 become {@code \ufffd}; everything else as it is.
 */
public final class JsonText {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.ISO_8859_1);
    private static final byte[] REPLACEMENT = "\\ufffd".getBytes(StandardCharsets.ISO_8859_1);

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGH_BITS = ONES << 7;

    /** Bytes up to 0x7F that are written as they are. */
    private static final boolean[] PLAIN = plainBytes();

    private JsonText() {}

    /** True when a value is written as it is between the quotes; may be false for one that is not ASCII. */
    public static boolean isPlain(byte[] b, int off, int len) {
        int i = off;
        int end = off + len;
        for (; end - i >= Long.BYTES; i += Long.BYTES) {
            if (!isPlain((long) WORD.get(b, i))) {
                return false;
            }
        }
        for (; i < end; i++) {
            if (b[i] < 0 || !PLAIN[b[i]]) {
                return false;
            }
        }
        return true;
    }

    /** Most bytes that {@link #append} writes for a value of {@code len} bytes. */
    public static int maxLength(int len) {
        return Math.addExact(Math.multiplyExact(len, 6), 2);
    }

    /**
     * Writes a value with its quotes at {@code out[at]}.
     *
     * @param out has room for {@link #maxLength} bytes from {@code at}
     * @return one past the last byte written
     */
    public static int append(byte[] b, int off, int len, byte[] out, int at) {
        out[at++] = '"';
        at = appendContent(b, off, len, out, at);
        out[at++] = '"';
        return at;
    }

    /** As {@link #append}, without the quotes. */
    public static int appendContent(byte[] b, int off, int len, byte[] out, int at) {
        int end = off + len;
        int i = off;
        int to = at;
        // Eight bytes are looked at and copied together; only those with something to escape are gone through one by
        // one.
        while (i < end) {
            int next = Math.min(i + Long.BYTES, end);
            if (next - i == Long.BYTES) {
                long word = (long) WORD.get(b, i);
                if (isPlain(word)) {
                    WORD.set(out, to, word);
                    i = next;
                    to += Long.BYTES;
                    continue;
                }
            }
            // Nothing was escaped so far: the last eight bytes may be looked at and written again.
            if (next == end && len >= Long.BYTES && to - at == i - off) {
                long word = (long) WORD.get(b, end - Long.BYTES);
                if (isPlain(word)) {
                    to = at + len;
                    WORD.set(out, to - Long.BYTES, word);
                    return to;
                }
            }
            while (i < next) {
                byte c = b[i];
                if (c >= 0) {
                    i++;
                    to = appendAscii(c, out, to);
                } else {
                    int n = Utf8.sequenceLength(b, i, end);
                    to = appendSequence(b, i, n, out, to);
                    i += Math.max(n, 1);
                }
            }
        }
        return to;
    }

    /** Whether none of the eight bytes is a control byte, above 0x7F or one of {@code " \ < '}. */
    private static boolean isPlain(long word) {
        // All sums stay below 0x100 for bytes up to 0x7F, so nothing is carried into a neighbour.
        long plain = (word + 0x60 * ONES)
                & ((word ^ '"' * ONES) + 0x7F * ONES)
                & ((word ^ '\\' * ONES) + 0x7F * ONES)
                & ((word ^ '<' * ONES) + 0x7F * ONES)
                & ((word ^ '\'' * ONES) + 0x7F * ONES)
                & ~word;
        return (plain & HIGH_BITS) == HIGH_BITS;
    }

    private static int appendSequence(byte[] b, int i, int n, byte[] out, int at) {
        if (n == 0) {
            System.arraycopy(REPLACEMENT, 0, out, at, 6);
            return at + 6;
        }
        System.arraycopy(b, i, out, at, n);
        return at + n;
    }

    private static int appendAscii(byte c, byte[] out, int at) {
        if (PLAIN[c]) {
            out[at] = c;
            return at + 1;
        }
        int to = at;
        byte shortForm = switch (c) {
            case '"' -> '"';
            case '\\' -> '\\';
            case '\b' -> 'b';
            case '\f' -> 'f';
            case '\n' -> 'n';
            case '\r' -> 'r';
            case '\t' -> 't';
            default -> 0;
        };
        out[to++] = '\\';
        if (shortForm != 0) {
            out[to++] = shortForm;
        } else {
            out[to++] = 'u';
            out[to++] = '0';
            out[to++] = '0';
            out[to++] = HEX[c >> 4];
            out[to++] = HEX[c & 15];
        }
        return to;
    }

    private static boolean[] plainBytes() {
        boolean[] plain = new boolean[128];
        for (int c = 0; c < plain.length; c++) {
            plain[c] = c >= 0x20 && c != '"' && c != '\\' && c != '<' && c != '\'';
        }
        return plain;
    }

    /** The JSON string of a value, quotes included. */
    public static byte[] quote(byte[] value) {
        byte[] out = new byte[maxLength(value.length)];
        int n = append(value, 0, value.length, out, 0);
        return java.util.Arrays.copyOf(out, n);
    }
}
