package dev.lanelog.query.engine.batch;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that grow at the end. Fields are open to those who fill it. */
public final class ByteBuilder {
    public byte[] buf;
    public int size;

    public ByteBuilder(int capacity) {
        buf = new byte[capacity];
    }

    public void clear() {
        size = 0;
    }

    /** Makes room for this many more bytes. */
    public void reserve(int bytes) {
        if (buf.length - size < bytes) {
            int wanted = Math.addExact(size, bytes);
            buf = Arrays.copyOf(buf, (int) Math.max(wanted, Math.min(Integer.MAX_VALUE - 8L, buf.length * 2L)));
        }
    }

    public void add(int b) {
        reserve(1);
        buf[size++] = (byte) b;
    }

    public void add(byte[] src, int off, int len) {
        reserve(len);
        System.arraycopy(src, off, buf, size, len);
        size += len;
    }

    public void add(byte[] src) {
        add(src, 0, src.length);
    }

    public void add(ValueRef ref) {
        add(ref.buf, ref.off, ref.len);
    }

    /** Appends text as UTF-8. */
    public void add(String text) {
        add(text.getBytes(StandardCharsets.UTF_8));
    }

    public void addLong(long value) {
        reserve(20);
        int start = Decimals.write(value, buf, size + 20);
        int len = size + 20 - start;
        System.arraycopy(buf, start, buf, size, len);
        size += len;
    }

    public byte[] copy() {
        return Arrays.copyOf(buf, size);
    }
}
