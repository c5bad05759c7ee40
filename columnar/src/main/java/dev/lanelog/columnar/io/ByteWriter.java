package dev.lanelog.columnar.io;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Little-endian bytes in a growing array. Not thread-safe. */
public final class ByteWriter {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] buf;
    private int size;

    public ByteWriter(int capacity) {
        buf = new byte[Math.max(16, capacity)];
    }

    /** Makes room for {@code more} bytes and returns where they start; see {@link #buffer}. */
    public int skip(int more) {
        ensure(more);
        int at = size;
        size += more;
        return at;
    }

    private void ensure(int more) {
        int wanted = Math.addExact(size, more);
        if (wanted > buf.length) {
            buf = Arrays.copyOf(buf, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(wanted, buf.length * 2L)));
        }
    }

    public void u8(int v) {
        ensure(1);
        buf[size++] = (byte) v;
    }

    public void u32(int v) {
        ensure(4);
        INTS.set(buf, size, v);
        size += 4;
    }

    public void u64(long v) {
        ensure(8);
        LONGS.set(buf, size, v);
        size += 8;
    }

    /** Unsigned LEB128: seven bits a byte, least significant first, the high bit says that another byte follows. */
    public void varint(long v) {
        ensure(10);
        long rest = v;
        while ((rest & ~0x7fL) != 0) {
            buf[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        buf[size++] = (byte) rest;
    }

    /** A signed number, zigzag first: 0, -1, 1, -2 become 0, 1, 2, 3. */
    public void zigzag(long v) {
        varint(v << 1 ^ v >> 63);
    }

    public void bytes(byte[] from, int off, int len) {
        ensure(len);
        System.arraycopy(from, off, buf, size, len);
        size += len;
    }

    /** Length as varint, then the bytes. */
    public void blob(byte[] from, int off, int len) {
        varint(len);
        bytes(from, off, len);
    }

    public void append(ByteWriter other) {
        bytes(other.buf, 0, other.size);
    }

    public int size() {
        return size;
    }

    /** The array in use; valid until the next write that makes it grow. */
    public byte[] buffer() {
        return buf;
    }

    public void clear() {
        size = 0;
    }

    /** Forgets everything from {@code newSize} on. */
    public void truncate(int newSize) {
        size = newSize;
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(buf, size);
    }
}
