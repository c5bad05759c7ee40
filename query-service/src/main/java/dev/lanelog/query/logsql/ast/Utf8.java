package dev.lanelog.query.logsql.ast;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Text of a query to bytes and back without loss. A query can name bytes that are no UTF-8 (by {@code "\xff"}); such a
 * byte {@code b} is held in a {@code String} as the lone surrogate {@code U+DC00 + b}, which no valid text contains.
 */
public final class Utf8 {
    private Utf8() {}

    /** Bytes of a string; lone surrogates U+DC80..U+DCFF become the raw bytes they stand for. */
    public static byte[] bytes(String s) {
        boolean escaped = false;
        for (int i = 0; i < s.length(); i++) {
            if (isEscapedByte(s, i)) {
                escaped = true;
                break;
            }
        }
        if (!escaped) {
            return s.getBytes(StandardCharsets.UTF_8);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(s.length() + 8);
        int i = 0;
        while (i < s.length()) {
            if (isEscapedByte(s, i)) {
                out.write(s.charAt(i) - 0xDC00);
                i++;
                continue;
            }
            int cp = s.codePointAt(i);
            int n = Character.charCount(cp);
            out.writeBytes(s.substring(i, i + n).getBytes(StandardCharsets.UTF_8));
            i += n;
        }
        return out.toByteArray();
    }

    /** The string for bytes; bytes that are not part of valid UTF-8 become lone surrogates. */
    public static String string(byte[] b) {
        return string(b, 0, b.length);
    }

    /** As {@link #string(byte[])} for {@code b[off, off + len)}. */
    public static String string(byte[] b, int off, int len) {
        String s = new String(b, off, len, StandardCharsets.UTF_8);
        if (s.indexOf('\uFFFD') < 0) {
            return s;
        }
        StringBuilder sb = new StringBuilder(len);
        int i = off;
        int end = off + len;
        while (i < end) {
            int n = sequenceLength(b, i, end);
            if (n == 0) {
                sb.append((char) (0xDC00 + (b[i] & 0xFF)));
                i++;
            } else {
                sb.append(new String(b, i, n, StandardCharsets.UTF_8));
                i += n;
            }
        }
        return sb.toString();
    }

    /** Length of the valid UTF-8 sequence at {@code i}, or 0 when there is none. */
    public static int sequenceLength(byte[] b, int i, int end) {
        int c = b[i] & 0xFF;
        if (c < 0x80) {
            return 1;
        }
        if (c < 0xC2 || c > 0xF4) {
            return 0;
        }
        int n = c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
        if (i + n > end) {
            return 0;
        }
        int c1 = b[i + 1] & 0xFF;
        int lo = c == 0xE0 ? 0xA0 : c == 0xF0 ? 0x90 : 0x80;
        int hi = c == 0xED ? 0x9F : c == 0xF4 ? 0x8F : 0xBF;
        if (c1 < lo || c1 > hi) {
            return 0;
        }
        for (int k = 2; k < n; k++) {
            if ((b[i + k] & 0xC0) != 0x80) {
                return 0;
            }
        }
        return n;
    }

    /** The code point of a valid sequence of {@code n} bytes at {@code i}. */
    public static int codePoint(byte[] b, int i, int n) {
        return switch (n) {
            case 1 -> b[i];
            case 2 -> (b[i] & 0x1F) << 6 | b[i + 1] & 0x3F;
            case 3 -> (b[i] & 0x0F) << 12 | (b[i + 1] & 0x3F) << 6 | b[i + 2] & 0x3F;
            default -> (b[i] & 0x07) << 18 | (b[i + 1] & 0x3F) << 12 | (b[i + 2] & 0x3F) << 6 | b[i + 3] & 0x3F;
        };
    }

    /** Whether the char at {@code i} stands for a raw byte. */
    public static boolean isEscapedByte(String s, int i) {
        char c = s.charAt(i);
        return c >= 0xDC80 && c <= 0xDCFF && (i == 0 || !Character.isHighSurrogate(s.charAt(i - 1)));
    }
}
