package dev.lanelog.query.logsql.format;

import dev.lanelog.query.logsql.ast.Utf8;
import java.nio.charset.StandardCharsets;

/**
 * JSON strings as answers carry them: {@code "} and {@code \} escaped, {@code \b \f \n \r \t} short, other control bytes and
 * {@code <} and the apostrophe as a u-escape of four digits; bytes that are no UTF-8 become {@code \ufffd}; everything else as it is.
 */
public final class JsonText {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.ISO_8859_1);
    private static final byte[] REPLACEMENT = "\\ufffd".getBytes(StandardCharsets.ISO_8859_1);

    private JsonText() {}

    /** Whether a value is written as it is between the quotes. */
    public static boolean isPlain(byte[] b, int off, int len) {
        for (int i = off; i < off + len; i++) {
            byte c = b[i];
            if (c < 0x20 || c == '"' || c == '\\' || c == '<' || c == '\'') {
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
        while (i < end) {
            byte c = b[i];
            if (c < 0) {
                int n = Utf8.sequenceLength(b, i, end);
                if (n == 0) {
                    System.arraycopy(REPLACEMENT, 0, out, at, 6);
                    at += 6;
                    i++;
                } else {
                    System.arraycopy(b, i, out, at, n);
                    at += n;
                    i += n;
                }
                continue;
            }
            i++;
            at = appendAscii(c, out, at);
        }
        return at;
    }

    private static int appendAscii(byte c, byte[] out, int at) {
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
        if (shortForm != 0) {
            out[at++] = '\\';
            out[at++] = shortForm;
        } else if (c < 0x20 || c == '<' || c == '\'') {
            out[at++] = '\\';
            out[at++] = 'u';
            out[at++] = '0';
            out[at++] = '0';
            out[at++] = HEX[c >> 4];
            out[at++] = HEX[c & 15];
        } else {
            out[at++] = c;
        }
        return at;
    }

    /** The JSON string of a value, quotes included. */
    public static byte[] quote(byte[] value) {
        byte[] out = new byte[maxLength(value.length)];
        int n = append(value, 0, value.length, out, 0);
        return java.util.Arrays.copyOf(out, n);
    }
}
