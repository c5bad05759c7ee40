package dev.lanelog.gateway.http;

import dev.lanelog.gateway.insert.BodyTooLargeException;
import dev.lanelog.gateway.insert.ByteBudget;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * A decoded body: bounded in size and in its ratio to what was received, so that a small bomb stays small. Reading it as a
 * whole ({@link #readAllBytes}) is bounded more tightly and charged to the budget of the gateway.
 */
final class BoundedInputStream extends FilterInputStream {
    /** A ratio says nothing about small bodies. */
    private static final long RATIO_FROM = 16 << 20;

    private static final int FIRST_BUFFER = 1 << 16;

    private final CountingInputStream received;
    private final long maxDecoded;
    private final int maxRatio;
    private final int maxWhole;
    private final ByteBudget.Lease lease;
    private long decoded;

    BoundedInputStream(
            InputStream in,
            CountingInputStream received,
            long maxDecoded,
            int maxRatio,
            int maxWhole,
            ByteBudget.Lease lease) {
        super(in);
        this.received = received;
        this.maxDecoded = maxDecoded;
        this.maxRatio = maxRatio;
        this.maxWhole = maxWhole;
        this.lease = lease;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int off, int len) throws IOException {
        int n = in.read(into, off, len);
        if (n > 0) {
            decoded += n;
            if (decoded > maxDecoded) {
                throw new BodyTooLargeException("a body of more than " + maxDecoded + " bytes after decoding");
            }
            if (decoded > RATIO_FROM && decoded / maxRatio > received.count()) {
                throw new BodyTooLargeException("a body that decodes to more than " + maxRatio + " times its size");
            }
        }
        return n;
    }

    @Override
    public byte[] readAllBytes() throws IOException {
        return readWhole(this, maxWhole, lease);
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    /** Reads all of {@code in}, at most {@code max} bytes, charging the lease before it allocates. */
    static byte[] readWhole(InputStream in, int max, ByteBudget.Lease lease) throws IOException {
        byte[] data = new byte[FIRST_BUFFER];
        int size = 0;
        while (true) {
            int n = in.read(data, size, data.length - size);
            if (n < 0) {
                return Arrays.copyOf(data, size);
            }
            size += n;
            if (size > max) {
                throw new BodyTooLargeException("a body of more than " + max + " bytes, which must be read as a whole");
            }
            if (size == data.length) {
                int more = (int) Math.min(max + 1L, data.length * 2L);
                lease.grow(more - data.length);
                data = Arrays.copyOf(data, more);
            }
        }
    }
}
