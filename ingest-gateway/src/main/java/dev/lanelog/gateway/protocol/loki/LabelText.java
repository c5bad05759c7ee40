package dev.lanelog.gateway.protocol.loki;

import dev.lanelog.gateway.row.BadRequestException;
import dev.lanelog.gateway.row.Scratch;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Labels as text, {@code {name="value", ...}}: values in double or single quotes with Go's escapes, or in backticks. */
final class LabelText {
    /** Takes the labels one by one. */
    interface Taker {
        void label(byte[] name, byte[] value);
    }

    private final byte[] text;
    private final int end;
    private int at;

    private LabelText(byte[] text, int from, int to) {
        this.text = text;
        this.at = from;
        this.end = to;
    }

    /**
     * Reads the labels in {@code text[from, to)}.
     *
     * @throws BadRequestException if it is not of that form
     */
    static void parse(byte[] text, int from, int to, Taker into) throws BadRequestException {
        int start = from;
        int stop = to;
        while (start < stop && text[start] == ' ') {
            start++;
        }
        while (stop > start && text[stop - 1] == ' ') {
            stop--;
        }
        if (stop - start < 2 || text[start] != '{' || text[stop - 1] != '}') {
            throw bad(text, from, to);
        }
        LabelText labels = new LabelText(text, start + 1, stop - 1);
        if (!labels.all(into)) {
            throw bad(text, from, to);
        }
    }

    private static BadRequestException bad(byte[] text, int from, int to) {
        return new BadRequestException("cannot parse labels \""
                + new String(text, from, Math.min(100, to - from), StandardCharsets.UTF_8)
                + "\"; they must look like {name=\"value\", ...}");
    }

    private boolean all(Taker into) {
        while (at < end) {
            int nameAt = at;
            while (at < end && text[at] != '=') {
                at++;
            }
            byte[] name = Arrays.copyOfRange(text, nameAt, at);
            at++;
            Scratch value = new Scratch();
            if (at >= end || name.length > 0 && name[name.length - 1] == ' ' || !quoted(value)) {
                return false;
            }
            into.label(name, Arrays.copyOf(value.data(), value.size()));
            if (at == end) {
                return true;
            }
            if (text[at] != ',') {
                return false;
            }
            at++;
            if (at < end && text[at] == ' ') {
                at++;
            }
        }
        return true;
    }

    private boolean quoted(Scratch value) {
        byte quote = text[at++];
        if (quote != '"' && quote != '\'' && quote != '`') {
            return false;
        }
        while (at < end && text[at] != quote) {
            if (text[at] != '\\' || quote == '`') {
                value.add(text[at++]);
            } else if (!escape(value)) {
                return false;
            }
        }
        at++;
        return at <= end;
    }

    private boolean escape(Scratch value) {
        at++;
        if (at >= end) {
            return false;
        }
        byte c = text[at++];
        switch (c) {
            case 'a' -> value.add(7);
            case 'b' -> value.add('\b');
            case 'f' -> value.add('\f');
            case 'n' -> value.add('\n');
            case 'r' -> value.add('\r');
            case 't' -> value.add('\t');
            case 'v' -> value.add(11);
            case '\\', '"', '\'' -> value.add(c);
            case 'x' -> {
                return code(value, 2, 16);
            }
            case 'u' -> {
                return code(value, 4, 16);
            }
            case 'U' -> {
                return code(value, 8, 16);
            }
            default -> {
                at--;
                return code(value, 3, 8);
            }
        }
        return true;
    }

    /** A code point, or a byte where fewer than four digits say so. */
    private boolean code(Scratch value, int digits, int radix) {
        if (digits > end - at) {
            return false;
        }
        long code = 0;
        for (int i = 0; i < digits; i++) {
            int digit = Character.digit(text[at++], radix);
            if (digit < 0) {
                return false;
            }
            code = code * radix + digit;
        }
        if (digits < 4) {
            value.add((int) code);
            return code < 256;
        }
        if (code > Character.MAX_CODE_POINT) {
            return false;
        }
        value.addCodePoint((int) code);
        return true;
    }
}
