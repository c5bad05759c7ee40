package dev.lanelog.query.logsql.ast;

import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/** String literals as Go's {@code strconv.Quote} writes them; {@link Utf8} explains how bytes are held in strings. */
public final class GoQuote {
    private static final String HEX = "0123456789abcdef";

    private GoQuote() {}

    /** {@code s} in double quotes. */
    public static String quote(String s) {
        StringBuilder sb = new StringBuilder(s.length() + 8).append('"');
        int i = 0;
        while (i < s.length()) {
            if (Utf8.isEscapedByte(s, i)) {
                hex(sb.append("\\x"), s.charAt(i) - 0xDC00, 2);
                i++;
                continue;
            }
            int cp = s.codePointAt(i);
            i += Character.charCount(cp);
            append(sb, cp);
        }
        return sb.append('"').toString();
    }

    /**
     * A literal that was read.
     *
     * @param value what it stands for
     * @param end index of the first char behind it
     */
    public record Literal(String value, int end) {}

    /**
     * Reads a literal in double quotes or backquotes as Go does, or in single quotes, where more than one character may stand.
     *
     * @param at index of the opening quote
     * @return null when the literal is not closed or has an escape that does not exist
     */
    public static @Nullable Literal read(String s, int at) {
        char quote = s.charAt(at);
        if (quote == '`') {
            int close = s.indexOf('`', at + 1);
            return close < 0 ? null : new Literal(s.substring(at + 1, close).replace("\r", ""), close + 1);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int i = at + 1;
        while (i < s.length()) {
            char c = s.charAt(i);
            if (c == quote) {
                return new Literal(Utf8.string(out.toByteArray()), i + 1);
            }
            if (c == '\n' && quote == '"') {
                return null;
            }
            if (c == '\\') {
                i = readEscape(s, i + 1, quote, out);
                if (i < 0) {
                    return null;
                }
                continue;
            }
            int n = Character.charCount(s.codePointAt(i));
            out.writeBytes(Utf8.bytes(s.substring(i, i + n)));
            i += n;
        }
        return null;
    }

    /** Returns the index behind the escape, or -1. */
    private static int readEscape(String s, int i, char quote, ByteArrayOutputStream out) {
        if (i >= s.length()) {
            return -1;
        }
        char c = s.charAt(i);
        int simple = switch (c) {
            case 'a' -> 7;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'v' -> 11;
            case '\\' -> '\\';
            default -> c == quote ? c : -1;
        };
        if (simple >= 0) {
            out.write(simple);
            return i + 1;
        }
        int digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
        if (digits > 0) {
            long cp = number(s, i + 1, digits, 16);
            boolean valid = cp >= 0 && cp <= Character.MAX_CODE_POINT && !(cp >= 0xD800 && cp <= 0xDFFF);
            if (!valid) {
                return -1;
            }
            put(out, (int) cp, digits == 2 && quote == '"');
            return i + 1 + digits;
        }
        long octal = number(s, i, 3, 8);
        if (octal < 0 || octal > 255) {
            return -1;
        }
        put(out, (int) octal, quote == '"');
        return i + 3;
    }

    private static void put(ByteArrayOutputStream out, int value, boolean raw) {
        if (raw || value < 0x80) {
            out.write(value);
        } else {
            out.writeBytes(Utf8.bytes(Character.toString(value)));
        }
    }

    private static long number(String s, int from, int digits, int radix) {
        if (from + digits > s.length()) {
            return -1;
        }
        long n = 0;
        for (int i = from; i < from + digits; i++) {
            int d = s.charAt(i) < 0x80 ? Character.digit(s.charAt(i), radix) : -1;
            if (d < 0) {
                return -1;
            }
            n = n * radix + d;
        }
        return n;
    }

    private static void append(StringBuilder sb, int cp) {
        switch (cp) {
            case '"' -> sb.append("\\\"");
            case '\\' -> sb.append("\\\\");
            case 7 -> sb.append("\\a");
            case '\b' -> sb.append("\\b");
            case '\f' -> sb.append("\\f");
            case '\n' -> sb.append("\\n");
            case '\r' -> sb.append("\\r");
            case '\t' -> sb.append("\\t");
            case 11 -> sb.append("\\v");
            default -> {
                if (isPrintable(cp)) {
                    sb.appendCodePoint(cp);
                } else if (cp < ' ' || cp == 0x7F) {
                    hex(sb.append("\\x"), cp, 2);
                } else if (cp < 0x10000) {
                    hex(sb.append("\\u"), cp, 4);
                } else {
                    hex(sb.append("\\U"), cp, 8);
                }
            }
        }
    }

    /** Letters, marks, numbers, punctuation, symbols and the ASCII space. */
    private static boolean isPrintable(int cp) {
        return switch (Character.getType(cp)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> cp == ' ';
            default -> true;
        };
    }

    private static void hex(StringBuilder sb, int value, int digits) {
        for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) {
            sb.append(HEX.charAt(value >> shift & 15));
        }
    }
}
