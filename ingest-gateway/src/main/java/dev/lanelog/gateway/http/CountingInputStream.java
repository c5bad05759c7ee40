package dev.lanelog.gateway.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts the bytes that came in. */
final class CountingInputStream extends FilterInputStream {
    private long count;

    CountingInputStream(InputStream in) {
        super(in);
    }

    long count() {
        return count;
    }

    @Override
    public int read() throws IOException {
        int b = in.read();
        count += b < 0 ? 0 : 1;
        return b;
    }

    @Override
    public int read(byte[] into, int off, int len) throws IOException {
        int n = in.read(into, off, len);
        count += Math.max(n, 0);
        return n;
    }
}
