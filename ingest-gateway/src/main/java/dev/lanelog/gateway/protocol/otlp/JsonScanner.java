package dev.lanelog.gateway.protocol.otlp;

import java.util.Arrays;

/** Reads JSON (RFC 8259) off bytes, value by value. Every error is final: what follows broken JSON can't be trusted. */
final class JsonScanner {
    /** JSON that is broken at a place. */
    static final class SyntaxException extends Exception {
        private static final long serialVersionUID = 1L;

        SyntaxException(String message, int at) {
            super("broken JSON at byte " + at + ": " + message, null, false, false);
        }

        String reason() {
            String message = getMessage();
            return message == null ? "broken JSON" : message;
        }
    }

    private static final int MAX_DEPTH = 512;

    private final byte[] in;
    private final int start;
    private final int end;
    int pos;

    /** The string or number last read: a slice of the input, or of unescaped bytes. */
    byte[] text;

    int textOff;
    int textLen;

    private byte[] unescaped = new byte[256];

    JsonScanner(byte[] in, int off, int len) {
        this.in = in;
        this.text = in;
        this.start = off;
        this.end = off + len;
        this.pos = off;
        if (len >= 3 && in[off] == (byte) 0xef && in[off + 1] == (byte) 0xbb && in[off + 2] == (byte) 0xbf) {
            pos += 3;
        }
    }

    /** The first byte of the next value or punctuation, -1 at the end. */
    int peek() {
        while (pos < end) {
            byte b = in[pos];
            if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
                return b;
            }
            pos++;
        }
        return -1;
    }

    /** Consumes the byte if it comes next. */
    boolean accept(char c) {
        if (peek() != c) {
            return false;
        }
        pos++;
        return true;
    }

    void expect(char c) throws SyntaxException {
        if (!accept(c)) {
            throw error("expected '" + c + "'");
        }
    }

    /** Consumes {@code null} if it comes next. */
    boolean acceptNull() throws SyntaxException {
        if (peek() != 'n') {
            return false;
        }
        literal("null");
        return true;
    }

    boolean bool() throws SyntaxException {
        boolean value = peek() == 't';
        literal(value ? "true" : "false");
        return value;
    }

    private void literal(String word) throws SyntaxException {
        for (int i = 0; i < word.length(); i++) {
            if (pos == end || in[pos] != word.charAt(i)) {
                throw error("expected " + word);
            }
            pos++;
        }
    }

    SyntaxException error(String message) {
        return new SyntaxException(pos >= end ? message + ", found the end" : message, pos - start);
    }

    /** Whether all that is left is blank. */
    void expectEnd() throws SyntaxException {
        if (peek() >= 0) {
            throw error("text after the end of the request");
        }
    }

    /** Reads the text of a number into {@link #text}. */
    void number() throws SyntaxException {
        peek();
        int from = pos;
        if (pos < end && in[pos] == '-') {
            pos++;
        }
        int whole = digits();
        if (whole == 0 || whole > 1 && in[pos - whole] == '0') {
            throw error("bad number");
        }
        if (pos < end && in[pos] == '.') {
            pos++;
            if (digits() == 0) {
                throw error("bad number");
            }
        }
        if (pos < end && (in[pos] | 0x20) == 'e') {
            pos++;
            if (pos < end && (in[pos] == '+' || in[pos] == '-')) {
                pos++;
            }
            if (digits() == 0) {
                throw error("bad number");
            }
        }
        text = in;
        textOff = from;
        textLen = pos - from;
    }

    private int digits() {
        int from = pos;
        while (pos < end && in[pos] >= '0' && in[pos] <= '9') {
            pos++;
        }
        return pos - from;
    }

    /** Reads a string into {@link #text}; bytes that are not UTF-8 are kept as they are. */
    void string() throws SyntaxException {
        expect('"');
        int from = pos;
        while (pos < end) {
            byte b = in[pos];
            if (b == '"') {
                text = in;
                textOff = from;
                textLen = pos++ - from;
                return;
            }
            if (b == '\\') {
                unescape(from);
                return;
            }
            if (b >= 0 && b < 0x20) {
                throw error("control character in a string");
            }
            pos++;
        }
        throw error("a string without end");
    }

    private void unescape(int from) throws SyntaxException {
        int length = 0;
        int plain = from;
        while (pos < end) {
            byte b = in[pos];
            if (b >= 0 && b < 0x20) {
                throw error("control character in a string");
            }
            if (b != '"' && b != '\\') {
                pos++;
                continue;
            }
            int run = pos - plain;
            room(length, run + 4);
            System.arraycopy(in, plain, unescaped, length, run);
            length += run;
            pos++;
            if (b == '"') {
                text = unescaped;
                textOff = 0;
                textLen = length;
                return;
            }
            length = escape(length);
            plain = pos;
        }
        throw error("a string without end");
    }

    private int escape(int length) throws SyntaxException {
        int c = pos < end ? in[pos++] : -1;
        int simple = switch (c) {
            case '"', '\\', '/' -> c;
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'b' -> '\b';
            case 'f' -> '\f';
            default -> -1;
        };
        if (simple >= 0) {
            unescaped[length] = (byte) simple;
            return length + 1;
        }
        if (c != 'u') {
            throw error("bad escape in a string");
        }
        int code = hex4();
        if (Character.isHighSurrogate((char) code) && end - pos >= 6 && in[pos] == '\\' && in[pos + 1] == 'u') {
            int second = pos;
            pos += 2;
            int low = hex4();
            if (Character.isLowSurrogate((char) low)) {
                return utf8(Character.toCodePoint((char) code, (char) low), length);
            }
            pos = second;
        }
        // Half a pair has no UTF-8 form.
        return utf8(Character.isSurrogate((char) code) ? 0xfffd : code, length);
    }

    private int hex4() throws SyntaxException {
        int code = 0;
        for (int i = 0; i < 4; i++) {
            int digit = pos < end ? Character.digit((char) (in[pos] & 0xff), 16) : -1;
            if (digit < 0) {
                throw error("bad \\u escape");
            }
            code = code << 4 | digit;
            pos++;
        }
        return code;
    }

    private int utf8(int code, int length) {
        int at = length;
        if (code < 0x80) {
            unescaped[at++] = (byte) code;
        } else if (code < 0x800) {
            unescaped[at++] = (byte) (0xc0 | code >> 6);
            unescaped[at++] = (byte) (0x80 | code & 0x3f);
        } else if (code < 0x10000) {
            unescaped[at++] = (byte) (0xe0 | code >> 12);
            unescaped[at++] = (byte) (0x80 | code >> 6 & 0x3f);
            unescaped[at++] = (byte) (0x80 | code & 0x3f);
        } else {
            unescaped[at++] = (byte) (0xf0 | code >> 18);
            unescaped[at++] = (byte) (0x80 | code >> 12 & 0x3f);
            unescaped[at++] = (byte) (0x80 | code >> 6 & 0x3f);
            unescaped[at++] = (byte) (0x80 | code & 0x3f);
        }
        return at;
    }

    private void room(int length, int more) {
        if (unescaped.length - length < more) {
            unescaped = Arrays.copyOf(unescaped, Math.max(length + more, (int)
                    Math.min(Integer.MAX_VALUE - 8, unescaped.length * 2L)));
        }
    }

    /** Skips a value of any kind, checking its syntax. */
    void skipValue() throws SyntaxException {
        skipValue(0);
    }

    private void skipValue(int depth) throws SyntaxException {
        if (depth > MAX_DEPTH) {
            throw error("nested deeper than " + MAX_DEPTH);
        }
        switch (peek()) {
            case '"' -> string();
            case '{' -> {
                pos++;
                if (!accept('}')) {
                    do {
                        string();
                        expect(':');
                        skipValue(depth + 1);
                    } while (accept(','));
                    expect('}');
                }
            }
            case '[' -> {
                pos++;
                if (!accept(']')) {
                    do {
                        skipValue(depth + 1);
                    } while (accept(','));
                    expect(']');
                }
            }
            case 't', 'f' -> bool();
            case 'n' -> literal("null");
            default -> number();
        }
    }
}
