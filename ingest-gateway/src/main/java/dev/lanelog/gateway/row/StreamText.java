package dev.lanelog.gateway.row;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The canonical text of a stream: {@code {a="b",c="d"}}, labels sorted by the bytes of their names, values quoted as Go's
 * {@code strconv.Quote} does, {@code {}} if there are none.
 */
public final class StreamText {
    static final byte[] EMPTY = {'{', '}'};

    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private StreamText() {}

    /** Appends {@code name="value"}. */
    static void label(Scratch out, byte[] name, byte[] value, int off, int len) {
        out.add(name).add('=');
        quote(out, value, off, len);
    }

    /** Appends the value in double quotes, escaped as Go does. */
    static void quote(Scratch out, byte[] value, int off, int len) {
        out.add('"');
        int end = off + len;
        int plain = off;
        int i = off;
        while (i < end) {
            byte b = value[i];
            if (b >= ' ' && b < 0x7F && b != '"' && b != '\\') {
                i++;
                continue;
            }
            out.add(value, plain, i - plain);
            i += b >= 0 ? ascii(out, b) : multiByte(out, value, i, end);
            plain = i;
        }
        out.add(value, plain, end - plain).add('"');
    }

    private static int ascii(Scratch out, byte b) {
        switch (b) {
            case '"', '\\' -> out.add('\\').add(b);
            case 7 -> out.add("\\a");
            case '\b' -> out.add("\\b");
            case '\f' -> out.add("\\f");
            case '\n' -> out.add("\\n");
            case '\r' -> out.add("\\r");
            case '\t' -> out.add("\\t");
            case 11 -> out.add("\\v");
            default -> hex(out, b & 0xFF, 'x', 2);
        }
        return 1;
    }

    private static int multiByte(Scratch out, byte[] value, int at, int end) {
        int size = Utf8.sequence(value, at, end);
        if (size == 0) {
            hex(out, value[at] & 0xFF, 'x', 2);
            return 1;
        }
        int c = Utf8.codePoint(value, at, size);
        if (printable(c)) {
            out.add(value, at, size);
        } else if (c < 0x10000) {
            hex(out, c, 'u', 4);
        } else {
            hex(out, c, 'U', 8);
        }
        return size;
    }

    private static void hex(Scratch out, int c, char kind, int digits) {
        out.add('\\').add(kind);
        for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) {
            out.add(HEX[c >> shift & 15]);
        }
    }

    private static boolean printable(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.SPACE_SEPARATOR,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }

    /**
     * The label names of a stream text that is imported again, in its order; null if it is none. Values are skipped:
     * the stream is built from the row's own fields.
     */
    static @Nullable List<String> labelNames(byte[] text, int off, int len) {
        int end = off + len - 1;
        if (len < 2 || text[off] != '{' || text[end] != '}') {
            return null;
        }
        List<String> names = new ArrayList<>();
        int p = off + 1;
        while (p < end) {
            int from = p;
            while (p < end && text[p] != '=') {
                p++;
            }
            if (p + 1 >= end || text[p + 1] != '"') {
                return null;
            }
            names.add(new String(text, from, p - from, StandardCharsets.UTF_8));
            p += 2;
            while (p < end && text[p] != '"') {
                p += text[p] == '\\' ? 2 : 1;
            }
            if (p >= end) {
                return null;
            }
            p++;
            if (p < end) {
                if (text[p] != ',' || p + 1 == end) {
                    return null;
                }
                p++;
            }
        }
        return names;
    }
}
