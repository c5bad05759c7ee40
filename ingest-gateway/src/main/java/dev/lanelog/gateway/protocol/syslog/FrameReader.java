package dev.lanelog.gateway.protocol.syslog;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a stream into messages, each in the manner that its own first bytes show (RFC 6587): a length, a blank and {@code
 * <} begin a counted message, which may hold line feeds; anything else ends at the next line feed. A line that begins with
 * a number but is no counted message stays a line. Empty lines and messages of length 0 are skipped. What is left when the
 * stream ends is a message too.
 *
 * <pre>
 *   stream  --> (counted | line) *
 *   counted --> "0" | [1-9] [0-9]{0,8}, " ", "&lt;" ... as many bytes as the number says
 *   line    --> any but LF *, LF
 * </pre>
 */
final class FrameReader {
    private static final int MAX_DIGITS = 9;

    private final InputStream in;
    private final int maxBytes;
    private byte[] buf = new byte[8 << 10];
    private int pos;
    private int end;
    private boolean ended;
    private boolean tooLong;

    /** @param maxBytes of a message; longer ones are skipped */
    FrameReader(InputStream in, int maxBytes) {
        this.in = in;
        this.maxBytes = maxBytes;
    }

    /**
     * The next message, null at the end of the stream. A message that is too long comes as its first bytes, with {@link
     * #tooLong} set.
     */
    byte @Nullable [] next() throws IOException {
        tooLong = false;
        while (more(1)) {
            if (buf[pos] == '\n') {
                pos++;
                continue;
            }
            int digits = countedDigits();
            if (digits == 0) {
                return line();
            }
            int length = number(digits);
            pos += digits + 1;
            if (length > 0) {
                return counted(length);
            }
        }
        return null;
    }

    /** Whether the last message was longer than allowed. */
    boolean tooLong() {
        return tooLong;
    }

    /** Digits of the length that begins a counted message here, 0 if none does. */
    private int countedDigits() throws IOException {
        int digits = 0;
        while (digits <= MAX_DIGITS && more(digits + 1) && buf[pos + digits] >= '0' && buf[pos + digits] <= '9') {
            digits++;
        }
        if (digits == 0 || digits > MAX_DIGITS || digits > 1 && buf[pos] == '0') {
            return 0;
        }
        return more(digits + 2) && buf[pos + digits] == ' ' && buf[pos + digits + 1] == '<' ? digits : 0;
    }

    private int number(int digits) {
        int number = 0;
        for (int i = 0; i < digits; i++) {
            number = number * 10 + buf[pos + i] - '0';
        }
        return number;
    }

    private byte[] counted(int length) throws IOException {
        boolean whole = more(Math.min(length, maxBytes));
        byte[] frame = Arrays.copyOfRange(buf, pos, pos + (whole ? Math.min(length, maxBytes) : end - pos));
        pos += frame.length;
        if (length > maxBytes) {
            tooLong = true;
            long left = (long) length - frame.length;
            while (left > 0 && more(1)) {
                int skipped = (int) Math.min(left, end - pos);
                pos += skipped;
                left -= skipped;
            }
        }
        return frame;
    }

    private byte[] line() throws IOException {
        int length = 0;
        while (more(length + 1)) {
            int from = pos + length;
            int lf = indexOfLineFeed(from);
            if (lf >= 0 && lf - pos <= maxBytes) {
                byte[] frame = Arrays.copyOfRange(buf, pos, lf);
                pos = lf + 1;
                return frame;
            }
            length = end - pos;
            if (length > maxBytes) {
                return skipLine();
            }
        }
        byte[] frame = Arrays.copyOfRange(buf, pos, end);
        pos = end;
        return frame;
    }

    private byte[] skipLine() throws IOException {
        tooLong = true;
        byte[] frame = Arrays.copyOfRange(buf, pos, pos + maxBytes);
        int lf = indexOfLineFeed(pos);
        while (lf < 0) {
            pos = end;
            if (!more(1)) {
                return frame;
            }
            lf = indexOfLineFeed(pos);
        }
        pos = lf + 1;
        return frame;
    }

    private int indexOfLineFeed(int from) {
        for (int i = from; i < end; i++) {
            if (buf[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    /** Makes {@code bytes} bytes available from {@link #pos} on; false if the stream ends before. */
    private boolean more(int bytes) throws IOException {
        while (end - pos < bytes) {
            if (ended) {
                return false;
            }
            if (pos > 0 && buf.length - pos < bytes) {
                System.arraycopy(buf, pos, buf, 0, end - pos);
                end -= pos;
                pos = 0;
            }
            if (end == buf.length) {
                buf = Arrays.copyOf(buf, Math.max(bytes, buf.length * 2));
            }
            int read = in.read(buf, end, buf.length - end);
            if (read < 0) {
                ended = true;
            } else {
                end += read;
            }
        }
        return true;
    }
}
