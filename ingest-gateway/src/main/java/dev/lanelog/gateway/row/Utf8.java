package dev.lanelog.gateway.row;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What must be known about UTF-8 beyond what the JDK offers on bytes. */
public final class Utf8 {
    private Utf8() {}

    /** Bytes of the well-formed sequence of 2 to 4 bytes at {@code at}, or 0 if there is none. */
    static int sequence(byte[] b, int at, int end) {
        int lead = b[at] & 0xFF;
        int size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
        if (lead < 0xC2 || lead > 0xF4 || at + size > end) {
            return 0;
        }
        for (int i = 1; i < size; i++) {
            if ((b[at + i] & 0xC0) != 0x80) {
                return 0;
            }
        }
        int c = codePoint(b, at, size);
        boolean wellFormed = switch (size) {
            case 3 -> c >= 0x800 && (c < 0xD800 || c > 0xDFFF);
            case 4 -> c >= 0x10000 && c <= 0x10FFFF;
            default -> true;
        };
        return wellFormed ? size : 0;
    }

    static int codePoint(byte[] b, int at, int size) {
        int c = b[at] & (0x7F >> size);
        for (int i = 1; i < size; i++) {
            c = c << 6 | b[at + i] & 63;
        }
        return c;
    }

    /** The bytes as they are if they are UTF-8, else with U+FFFD in place of what is not. */
    static byte[] repaired(byte[] src, int off, int len) {
        byte[] own = Arrays.copyOfRange(src, off, off + len);
        return new String(own, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
    }
}
