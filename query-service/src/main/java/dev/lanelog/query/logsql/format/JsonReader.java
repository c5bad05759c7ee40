package dev.lanelog.query.logsql.format;

import dev.lanelog.query.logsql.ast.Utf8;
import java.io.ByteArrayOutputStream;

/**
 * A walk over JSON text in bytes, without building a tree. Checks the syntax of what it walks over. Not safe for use by
 * several threads at once.
 */
public final class JsonReader {
    /** Values within each other; deeper text counts as invalid. */
    private static final int MAX_DEPTH = 300;

    private final byte[] b;
    private final int end;
    private int at;
    private int depth;

    public JsonReader(byte[] buf, int off, int len) {
        b = buf;
        at = off;
        end = off + len;
    }

    /** Text that is no JSON. */
    public static final class InvalidJsonException extends Exception {
        private static final long serialVersionUID = 1L;

        InvalidJsonException(String message) {
            // The walk is tried on any text, so the exception must be cheap.
            super(message, null, false, false);
        }
    }

    /** Index of the next byte to be read. */
    public int position() {
        return at;
    }

    /** The next byte that is no space, or 0 at the end. */
    public byte peek() {
        while (at < end && (b[at] == ' ' || b[at] == '\t' || b[at] == '\n' || b[at] == '\r')) {
            at++;
        }
        return at < end ? b[at] : 0;
    }

    /** Whether only space is left. */
    public boolean atEnd() {
        return peek() == 0 && at == end;
    }

    /** Takes the next byte that is no space if it is this one. */
    public boolean accept(char c) {
        if (peek() == c) {
            at++;
            return true;
        }
        return false;
    }

    /** Takes the next byte that is no space, which must be this one. */
    public void expect(char c) throws InvalidJsonException {
        if (!accept(c)) {
            throw new InvalidJsonException("expected '" + c + "'");
        }
    }

    /** Walks over one value of any kind. */
    public void skipValue() throws InvalidJsonException {
        switch (peek()) {
            case '{' -> skipObject();
            case '[' -> skipArray();
            case '"' -> skipString();
            default -> skipScalar();
        }
    }

    private void skipObject() throws InvalidJsonException {
        enter();
        at++;
        if (!accept('}')) {
            do {
                peek();
                skipString();
                expect(':');
                skipValue();
            } while (accept(','));
            expect('}');
        }
        depth--;
    }

    private void skipArray() throws InvalidJsonException {
        enter();
        at++;
        if (!accept(']')) {
            do {
                skipValue();
            } while (accept(','));
            expect(']');
        }
        depth--;
    }

    private void enter() throws InvalidJsonException {
        if (++depth > MAX_DEPTH) {
            throw new InvalidJsonException("nested too deeply");
        }
    }

    private void skipString() throws InvalidJsonException {
        expect('"');
        while (at < end && b[at] != '"') {
            at += b[at] == '\\' ? 2 : 1;
        }
        if (at >= end) {
            throw new InvalidJsonException("a string is not closed");
        }
        at++;
    }

    /** Numbers, {@code true}, {@code false}, {@code null}. */
    private void skipScalar() throws InvalidJsonException {
        int from = at;
        while (at < end && isScalarByte(b[at])) {
            at++;
        }
        if (!isScalar(from, at)) {
            throw new InvalidJsonException("expected a value");
        }
    }

    private static boolean isScalarByte(byte c) {
        return (c >= '0' && c <= '9')
                || (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || c == '-'
                || c == '+'
                || c == '.';
    }

    private boolean isScalar(int from, int to) {
        int len = to - from;
        if (len == 4) {
            boolean isTrue = b[from] == 't' && b[from + 1] == 'r' && b[from + 2] == 'u' && b[from + 3] == 'e';
            boolean isNull = b[from] == 'n' && b[from + 1] == 'u' && b[from + 2] == 'l' && b[from + 3] == 'l';
            if (isTrue || isNull) {
                return true;
            }
        }
        if (len == 5
                && b[from] == 'f'
                && b[from + 1] == 'a'
                && b[from + 2] == 'l'
                && b[from + 3] == 's'
                && b[from + 4] == 'e') {
            return true;
        }
        return isNumber(from, to);
    }

    private boolean isNumber(int from, int to) {
        int i = from;
        if (i < to && b[i] == '-') {
            i++;
        }
        int digits = i;
        while (i < to && b[i] >= '0' && b[i] <= '9') {
            i++;
        }
        if (i == digits) {
            return false;
        }
        if (i < to && b[i] == '.') {
            int fraction = ++i;
            while (i < to && b[i] >= '0' && b[i] <= '9') {
                i++;
            }
            if (i == fraction) {
                return false;
            }
        }
        if (i < to && (b[i] == 'e' || b[i] == 'E')) {
            i++;
            if (i < to && (b[i] == '-' || b[i] == '+')) {
                i++;
            }
            int exponent = i;
            while (i < to && b[i] >= '0' && b[i] <= '9') {
                i++;
            }
            if (i == exponent) {
                return false;
            }
        }
        return i == to;
    }

    /** Reads a string. Escapes that do not exist stay as they are; halves of surrogate pairs become U+FFFD. */
    public byte[] string() throws InvalidJsonException {
        peek();
        int from = at + 1;
        skipString();
        int to = at - 1;
        for (int i = from; i < to; i++) {
            if (b[i] == '\\') {
                return unescape(from, to);
            }
        }
        return java.util.Arrays.copyOfRange(b, from, to);
    }

    private byte[] unescape(int from, int to) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(to - from);
        int i = from;
        while (i < to) {
            if (b[i] != '\\' || i + 1 >= to) {
                out.write(b[i++]);
                continue;
            }
            int simple = switch (b[i + 1]) {
                case '"' -> '"';
                case '\\' -> '\\';
                case '/' -> '/';
                case 'b' -> '\b';
                case 'f' -> '\f';
                case 'n' -> '\n';
                case 'r' -> '\r';
                case 't' -> '\t';
                default -> -1;
            };
            if (simple >= 0) {
                out.write(simple);
                i += 2;
            } else if (b[i + 1] == 'u' && hex(i + 2, to) >= 0) {
                i = writeUnicode(i, to, out);
            } else {
                out.write('\\');
                out.write(b[i + 1]);
                i += 2;
            }
        }
        return out.toByteArray();
    }

    private int writeUnicode(int i, int to, ByteArrayOutputStream out) {
        int unit = hex(i + 2, to);
        i += 6;
        if (Character.isHighSurrogate((char) unit) && i + 1 < to && b[i] == '\\' && b[i + 1] == 'u') {
            int low = hex(i + 2, to);
            if (low >= 0 && Character.isLowSurrogate((char) low)) {
                out.writeBytes(Utf8.bytes(Character.toString(Character.toCodePoint((char) unit, (char) low))));
                return i + 6;
            }
        }
        boolean half = Character.isSurrogate((char) unit);
        out.writeBytes(Utf8.bytes(half ? "\uFFFD" : Character.toString(unit)));
        return i;
    }

    private int hex(int from, int to) {
        if (from + 4 > to) {
            return -1;
        }
        int n = 0;
        for (int i = from; i < from + 4; i++) {
            int d = b[i] < 0 ? -1 : Character.digit(b[i], 16);
            if (d < 0) {
                return -1;
            }
            n = n << 4 | d;
        }
        return n;
    }
}
