package dev.lanelog.gateway.row;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Cuts a stream into lines that end in LF, without copying them. A line at or beyond the limit is skipped up to its end
 * while only its first bytes are kept, so memory stays bounded whatever is sent.
 */
public final class LineSplitter {
    private final InputStream in;
    private final int maxLine;
    private byte[] data;
    private int from;
    private int to;
    private int lineOff;
    private int lineLen;
    private boolean tooLong;
    private long number;
    private boolean ended;

    /** @param maxLine lines of this many bytes and more are too long */
    public LineSplitter(InputStream in, int maxLine) {
        this.in = in;
        this.maxLine = maxLine;
        this.data = new byte[Math.min(maxLine + 1, 1 << 16)];
    }

    /**
     * Moves to the next line; the slice of the line before is overwritten.
     *
     * @return false at the end of the stream
     */
    public boolean next() throws IOException {
        int searched = from;
        while (true) {
            int lf = indexOfLf(searched);
            if (lf >= 0) {
                take(lf, lf + 1);
                return true;
            }
            searched = to;
            if (to - from >= maxLine) {
                return skipRest();
            }
            if (ended) {
                if (from == to) {
                    return false;
                }
                take(to, to);
                return true;
            }
            searched -= fill();
        }
    }

    private void take(int lineEnd, int next) {
        lineOff = from;
        lineLen = lineEnd - from;
        tooLong = lineLen >= maxLine;
        from = next;
        number++;
    }

    /** Reads more; returns by how much the bytes were moved towards the start. */
    private int fill() throws IOException {
        int moved = 0;
        if (to == data.length) {
            if (from > 0) {
                moved = from;
                System.arraycopy(data, from, data, 0, to - from);
                to -= from;
                from = 0;
            } else {
                data = Arrays.copyOf(data, (int) Math.min(maxLine + 1L, data.length * 2L));
            }
        }
        int n = in.read(data, to, data.length - to);
        if (n < 0) {
            ended = true;
        } else {
            to += n;
        }
        return moved;
    }

    private boolean skipRest() throws IOException {
        lineOff = 0;
        lineLen = Math.min(100, to - from);
        System.arraycopy(data, from, data, 0, lineLen);
        tooLong = true;
        number++;
        while (true) {
            from = lineLen;
            to = lineLen;
            int n = in.read(data, to, data.length - to);
            if (n < 0) {
                ended = true;
                return true;
            }
            to += n;
            int lf = indexOfLf(from);
            if (lf >= 0) {
                from = lf + 1;
                return true;
            }
        }
    }

    private int indexOfLf(int start) {
        byte[] d = data;
        for (int i = start; i < to; i++) {
            if (d[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    /** The line, without its LF; of one that is too long only its start. */
    public byte[] data() {
        return data;
    }

    public int offset() {
        return lineOff;
    }

    public int length() {
        return lineLen;
    }

    /** {@link #length} without a CR at the end. */
    public int lengthWithoutCr() {
        return lineLen > 0 && data[lineOff + lineLen - 1] == '\r' ? lineLen - 1 : lineLen;
    }

    public boolean tooLong() {
        return tooLong;
    }

    /** Number of the line, from 1; empty ones count. */
    public long number() {
        return number;
    }
}
