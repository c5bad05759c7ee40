package dev.lanelog.query.api.logsql;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Builds JSON answers of bounded size. */
final class JsonWriter {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private final ByteArrayOutputStream out = new ByteArrayOutputStream(1024);

    /** Text that is JSON already. */
    JsonWriter raw(String json) {
        out.writeBytes(json.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    JsonWriter raw(byte[] json) {
        out.writeBytes(json);
        return this;
    }

    JsonWriter number(long number) {
        return raw(Long.toString(number));
    }

    JsonWriter string(String text) {
        return string(text.getBytes(StandardCharsets.UTF_8));
    }

    /** A string from UTF-8 bytes; bytes that are no UTF-8 become U+FFFD, because JSON can't carry them. */
    JsonWriter string(byte[] text) {
        byte[] utf8 = isAscii(text) ? text : new String(text, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
        out.write('"');
        for (byte b : utf8) {
            switch (b) {
                case '"', '\\' -> {
                    out.write('\\');
                    out.write(b);
                }
                // As VictoriaLogs does, so that an answer can stand inside a page.
                case '<' -> raw("\\u003c");
                case '\'' -> raw("\\u0027");
                case '\n' -> raw("\\n");
                case '\r' -> raw("\\r");
                case '\t' -> raw("\\t");
                case '\b' -> raw("\\b");
                case '\f' -> raw("\\f");
                default -> {
                    if (b >= 0 && b < 0x20) {
                        raw("\\u00");
                        out.write(HEX[b >> 4]);
                        out.write(HEX[b & 15]);
                    } else {
                        out.write(b);
                    }
                }
            }
        }
        out.write('"');
        return this;
    }

    private static boolean isAscii(byte[] text) {
        int or = 0;
        for (byte b : text) {
            or |= b;
        }
        return or >= 0;
    }

    static String quoted(String text) {
        return new JsonWriter().string(text).toString();
    }

    /** A comma, unless what was written last opened an object or a list. */
    JsonWriter separator(boolean first) {
        if (!first) {
            out.write(',');
        }
        return this;
    }

    int size() {
        return out.size();
    }

    byte[] toBytes() {
        return out.toByteArray();
    }

    @Override
    public String toString() {
        return out.toString(StandardCharsets.UTF_8);
    }
}
