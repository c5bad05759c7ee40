package dev.lanelog.gateway.json;

import dev.lanelog.gateway.row.Scratch;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over JSON in a byte array. Values come out as slices: strings without escapes point into the input, others
 * into the scratch space. Lenient where the reference is: numbers keep their text whatever their form ({@code 01}, {@code
 * .5}, {@code +1}), raw control characters and broken UTF-8 may stand in strings, unknown escapes and lone surrogates stay
 * as they are typed. Not thread-safe.
 */
public final class JsonReader {
    /** Objects and arrays inside one another. */
    public static final int MAX_DEPTH = 300;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;
    private static final long QUOTES = ONES * '"';
    private static final long BACKSLASHES = ONES * '\\';

    private final Scratch scratch;
    private byte[] data = {};
    private int start;
    private int at;
    private int end;

    private byte[] text = {};
    private int textOff;
    private int textLen;

    /** @param scratch where unescaped strings go; the caller clears it between rows */
    public JsonReader(Scratch scratch) {
        this.scratch = scratch;
    }

    /** Reads {@code data[from, to)} from now on. */
    public void reset(byte[] newData, int from, int to) {
        data = newData;
        start = from;
        at = from;
        end = to;
    }

    /** Place of the next byte in the array. */
    public int position() {
        return at;
    }

    /** Goes back to a place that {@link #position} named. */
    public void reposition(int place) {
        at = place;
    }

    /** Array, offset and length of the last string, number or literal. */
    public byte[] text() {
        return text;
    }

    public int textOff() {
        return textOff;
    }

    public int textLen() {
        return textLen;
    }

    /** The next byte that is not white space, or -1 at the end. It is not consumed. */
    public int peek() {
        while (at < end) {
            byte b = data[at];
            if (b != ' ' && b != '\t' && b != '\n' && b != '\r') {
                return b & 0xFF;
            }
            at++;
        }
        return -1;
    }

    /** Consumes {@code c} if it is next. */
    public boolean next(char c) {
        if (peek() == c) {
            at++;
            return true;
        }
        return false;
    }

    /** Consumes {@code c}. @throws JsonSyntaxException if something else is next */
    public void expect(char c) throws JsonSyntaxException {
        if (peek() != c) {
            throw error("expected '" + c + "'");
        }
        at++;
    }

    /** An exception that names the place. */
    public JsonSyntaxException error(String what) {
        String found = at >= end ? "the end" : "\"" + printable(at, Math.min(end, at + 20)) + "\"";
        return new JsonSyntaxException(what + " at byte " + (at - start) + ", found " + found);
    }

    private String printable(int from, int to) {
        StringBuilder s = new StringBuilder();
        for (int i = from; i < to; i++) {
            int c = data[i] & 0xFF;
            s.append(c >= 0x20 && c < 0x7F ? (char) c : '?');
        }
        return s.toString();
    }

    /** Consumes a string; {@link #text} is its value. */
    public void string() throws JsonSyntaxException {
        expect('"');
        int from = at;
        int stop = special(from);
        if (stop < end && data[stop] == '"') {
            text = data;
            textOff = from;
            textLen = stop - from;
            at = stop + 1;
            return;
        }
        unescape(from, stop);
    }

    /** The first quote or backslash from {@code from} on, or the end: eight bytes a step. */
    private int special(int from) {
        int p = from;
        while (p + 8 <= end) {
            long w = (long) LONG.get(data, p);
            long hits = zeroBytes(w ^ QUOTES) | zeroBytes(w ^ BACKSLASHES);
            if (hits != 0) {
                return p + (Long.numberOfTrailingZeros(hits) >>> 3);
            }
            p += 8;
        }
        while (p < end && data[p] != '"' && data[p] != '\\') {
            p++;
        }
        return p;
    }

    /** High bits of the bytes that are zero; bytes above the lowest one may be wrong, which the caller never looks at. */
    private static long zeroBytes(long w) {
        return w - ONES & ~w & HIGHS;
    }

    private void unescape(int from, int firstStop) throws JsonSyntaxException {
        int to = scratch.size();
        int plain = from;
        int p = firstStop;
        while (true) {
            if (p >= end) {
                at = end;
                throw error("a string is not closed");
            }
            scratch.add(data, plain, p - plain);
            if (data[p] == '"') {
                break;
            }
            p = escape(p);
            plain = p;
            p = special(p);
        }
        at = p + 1;
        text = scratch.data();
        textOff = to;
        textLen = scratch.size() - to;
    }

    /** Takes the escape at {@code p} and returns where it ends. */
    private int escape(int p) {
        int c = p + 1 < end ? data[p + 1] : -1;
        switch (c) {
            case '"', '\\', '/' -> scratch.add(c);
            case 'b' -> scratch.add('\b');
            case 'f' -> scratch.add('\f');
            case 'n' -> scratch.add('\n');
            case 'r' -> scratch.add('\r');
            case 't' -> scratch.add('\t');
            case 'u' -> {
                return unicode(p);
            }
            default -> {
                scratch.add('\\');
                return p + 1;
            }
        }
        return p + 2;
    }

    private int unicode(int p) {
        int c = hex4(p + 2);
        if (c >= 0xD800 && c < 0xDC00 && p + 7 < end && data[p + 6] == '\\' && data[p + 7] == 'u') {
            int low = hex4(p + 8);
            if (low >= 0xDC00 && low < 0xE000) {
                scratch.addCodePoint(Character.toCodePoint((char) c, (char) low));
                return p + 12;
            }
        }
        if (c < 0 || c >= 0xD800 && c < 0xE000) {
            scratch.add('\\');
            return p + 1;
        }
        scratch.addCodePoint(c);
        return p + 6;
    }

    private int hex4(int p) {
        if (p + 4 > end) {
            return -1;
        }
        int v = 0;
        for (int i = p; i < p + 4; i++) {
            int d = Character.digit(data[i], 16);
            if (d < 0) {
                return -1;
            }
            v = v << 4 | d;
        }
        return v;
    }

    /** Consumes a number or literal; {@link #text} is what was written. */
    public void scalar() throws JsonSyntaxException {
        int c = peek();
        int from = at;
        if (c == 't') {
            literal("true");
        } else if (c == 'f') {
            literal("false");
        } else if (c == 'n') {
            literal("null");
        } else {
            boolean digits = false;
            int p = at;
            while (p < end && numberByte(data[p])) {
                digits |= data[p] >= '0' && data[p] <= '9';
                p++;
            }
            if (!digits || c == 'e' || c == 'E') {
                throw error("expected a value");
            }
            at = p;
        }
        text = data;
        textOff = from;
        textLen = at - from;
    }

    private static boolean numberByte(byte b) {
        return b >= '0' && b <= '9' || b == '.' || b == '-' || b == '+' || b == 'e' || b == 'E';
    }

    private void literal(String word) throws JsonSyntaxException {
        for (int i = 0; i < word.length(); i++) {
            if (at + i >= end || data[at + i] != word.charAt(i)) {
                throw error("expected a value");
            }
        }
        at += word.length();
    }

    /** Skips any value. */
    public void skip() throws JsonSyntaxException {
        compact(null);
    }

    /**
     * Consumes any value and appends it to {@code out} without the white space between its parts; numbers and escapes
     * stay as they are written.
     */
    public void compact(@Nullable Scratch out) throws JsonSyntaxException {
        compact(out, 0);
    }

    private void compact(@Nullable Scratch out, int depth) throws JsonSyntaxException {
        int c = peek();
        if (c != '{' && c != '[') {
            int from = at;
            if (c == '"') {
                skipString();
            } else {
                scalar();
            }
            copy(out, from);
            return;
        }
        if (depth == MAX_DEPTH) {
            throw error("more than " + MAX_DEPTH + " levels");
        }
        char close = c == '{' ? '}' : ']';
        copyByte(out);
        if (peek() == close) {
            copyByte(out);
            return;
        }
        while (true) {
            if (c == '{') {
                if (peek() != '"') {
                    throw error("expected a name in quotes");
                }
                int from = at;
                skipString();
                copy(out, from);
                if (peek() != ':') {
                    throw error("expected ':'");
                }
                copyByte(out);
            }
            compact(out, depth + 1);
            int separator = peek();
            if (separator != ',' && separator != close) {
                throw error("expected ',' or '" + close + "'");
            }
            copyByte(out);
            if (separator == close) {
                return;
            }
        }
    }

    private void copyByte(@Nullable Scratch out) {
        at++;
        copy(out, at - 1);
    }

    private void copy(@Nullable Scratch out, int from) {
        if (out != null) {
            out.add(data, from, at - from);
        }
    }

    private void skipString() throws JsonSyntaxException {
        int p = at + 1;
        while (true) {
            p = special(p);
            if (p >= end) {
                at = end;
                throw error("a string is not closed");
            }
            if (data[p] == '"') {
                at = p + 1;
                return;
            }
            p += 2;
        }
    }
}
