package dev.lanelog.gateway.row;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Room for values that a protocol has to make (unescaped text, composed names, printed numbers), reused from row to row.
 * Growing moves to a new array and leaves the old one as it is, so slices handed to a {@link FieldSink} stay good.
 */
public final class Scratch {
    private byte[] data = new byte[1 << 12];
    private int size;

    /** The current array; slices taken from it stay good until {@link #clear}. */
    public byte[] data() {
        return data;
    }

    /** Where the next byte goes. */
    public int size() {
        return size;
    }

    /** Gives all room back; a very large array is dropped. */
    public void clear() {
        size = 0;
        if (data.length > 1 << 20) {
            data = new byte[1 << 12];
        }
    }

    /** Gives back what was added since {@link #size} was {@code to}. Only for slices that nobody was told of. */
    public void truncate(int to) {
        size = to;
    }

    public Scratch add(int b) {
        room(1);
        data[size++] = (byte) b;
        return this;
    }

    public Scratch add(byte[] src, int off, int len) {
        room(len);
        System.arraycopy(src, off, data, size, len);
        size += len;
        return this;
    }

    public Scratch add(byte[] src) {
        return add(src, 0, src.length);
    }

    /** Adds text as UTF-8. */
    public Scratch add(String text) {
        return add(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds a code point as UTF-8; lone surrogates become three bytes. */
    public Scratch addCodePoint(int c) {
        room(4);
        if (c < 0x80) {
            data[size++] = (byte) c;
        } else if (c < 0x800) {
            data[size++] = (byte) (0xC0 | c >> 6);
            data[size++] = (byte) (0x80 | c & 63);
        } else if (c < 0x10000) {
            data[size++] = (byte) (0xE0 | c >> 12);
            data[size++] = (byte) (0x80 | c >> 6 & 63);
            data[size++] = (byte) (0x80 | c & 63);
        } else {
            data[size++] = (byte) (0xF0 | c >> 18);
            data[size++] = (byte) (0x80 | c >> 12 & 63);
            data[size++] = (byte) (0x80 | c >> 6 & 63);
            data[size++] = (byte) (0x80 | c & 63);
        }
        return this;
    }

    private void room(int len) {
        if (data.length - size < len) {
            data = Arrays.copyOf(data, Math.max(size + len, data.length * 2));
        }
    }
}
