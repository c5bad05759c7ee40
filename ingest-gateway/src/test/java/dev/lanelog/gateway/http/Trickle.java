package dev.lanelog.gateway.http;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.function.IntSupplier;

/** A body that comes in parts, as from a network. */
public final class Trickle extends InputStream {
    private final InputStream whole;
    private final IntSupplier sizes;

    /** @param sizes of the parts, in bytes */
    public Trickle(byte[] body, IntSupplier sizes) {
        this.whole = new ByteArrayInputStream(body);
        this.sizes = sizes;
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int off, int len) {
        try {
            return whole.read(into, off, Math.min(len, Math.max(1, sizes.getAsInt())));
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
