package dev.lanelog.gateway.json;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Cuts a stream of JSON objects that follow one another, with or without white space between them. Only braces and strings
 * are looked at, so what is inside an object may still turn out not to be JSON. An object at or beyond the limit is skipped
 * up to its end without being held, so memory stays bounded whatever is sent.
 */
public final class ObjectSplitter {
    private final InputStream in;
    private final int max;
    private byte[] data;
    private int from;
    private int to;
    private int objectOff;
    private int objectLen;
    private boolean tooLong;
    private long number;

    /** @param max objects of this many bytes and more are too long */
    public ObjectSplitter(InputStream in, int max) {
        this.in = in;
        this.max = max;
        this.data = new byte[Math.min(max + 1, 1 << 16)];
    }

    /**
     * Moves to the next object; the slice of the one before is overwritten.
     *
     * @return false at the end of the stream
     * @throws JsonSyntaxException if something else comes next, or the stream ends inside an object; nothing can be read
     *     after that
     */
    public boolean next() throws IOException, JsonSyntaxException {
        while (true) {
            while (from < to && blank(data[from])) {
                from++;
            }
            if (from < to) {
                break;
            }
            if (fill() < 0) {
                return false;
            }
        }
        number++;
        if (data[from] != '{') {
            int c = data[from] & 0xFF;
            throw new JsonSyntaxException(
                    "expected an object, found " + (c > 0x20 && c < 0x7F ? "'" + (char) c + "'" : "byte " + c));
        }
        tooLong = false;
        object();
        return true;
    }

    private void object() throws IOException, JsonSyntaxException {
        int depth = 0;
        boolean inString = false;
        boolean escaped = false;
        int p = from;
        while (true) {
            while (p < to) {
                byte b = data[p++];
                if (inString) {
                    inString = escaped || b != '"';
                    escaped = !escaped && b == '\\';
                } else if (b == '"') {
                    inString = true;
                } else if (b == '{') {
                    depth++;
                } else if (b == '}' && --depth == 0) {
                    take(p);
                    return;
                }
            }
            if (p - from >= max) {
                tooLong = true;
            }
            if (tooLong) {
                from = to;
            }
            int before = from;
            if (fill() < 0) {
                throw new JsonSyntaxException("an object is not closed");
            }
            p -= before - from;
        }
    }

    private void take(int end) {
        tooLong |= end - from >= max;
        objectOff = from;
        objectLen = tooLong ? 0 : end - from;
        from = end;
    }

    /** Reads more, moving what is kept to the start; the bytes read, or -1 at the end. */
    private int fill() throws IOException {
        if (from > 0) {
            System.arraycopy(data, from, data, 0, to - from);
            to -= from;
            from = 0;
        }
        if (to == data.length) {
            data = Arrays.copyOf(data, (int) Math.min(max + 1L, data.length * 2L));
        }
        int n = in.read(data, to, data.length - to);
        to += Math.max(n, 0);
        return n;
    }

    private static boolean blank(byte b) {
        return b == ' ' || b == '\t' || b == '\n' || b == '\r';
    }

    /** The object with its braces; empty if it is too long. */
    public byte[] data() {
        return data;
    }

    public int offset() {
        return objectOff;
    }

    public int length() {
        return objectLen;
    }

    public boolean tooLong() {
        return tooLong;
    }

    /** Number of the object, from 1; of what is not one after {@link #next} failed. */
    public long number() {
        return number;
    }
}
