package dev.lanelog.proto.batch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** A growable buffer of little-endian numbers and bytes, reused from batch to batch. */
final class ByteSink {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] data = new byte[1 << 16];
    private int size;

    byte[] data() {
        return data;
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    void u8(int v) {
        room(1);
        data[size++] = (byte) v;
    }

    void i32(int v) {
        room(4);
        INT.set(data, size, v);
        size += 4;
    }

    void i64(long v) {
        room(8);
        LONG.set(data, size, v);
        size += 8;
    }

    void varint(int v) {
        room(5);
        int rest = v;
        while ((rest & ~0x7F) != 0) {
            data[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        data[size++] = (byte) rest;
    }

    void bytes(byte[] src, int off, int len) {
        room(len);
        System.arraycopy(src, off, data, size, len);
        size += len;
    }

    /** {@code count} values at {@code width} bytes each; width 0 writes nothing. */
    void packed(int[] values, int count, int width) {
        room((long) count * width);
        int at = size;
        switch (width) {
            case 0 -> {}
            case 1 -> {
                for (int i = 0; i < count; i++) {
                    data[at + i] = (byte) values[i];
                }
            }
            case 2 -> {
                for (int i = 0; i < count; i++) {
                    SHORT.set(data, at + 2 * i, (short) values[i]);
                }
            }
            case 4 -> {
                for (int i = 0; i < count; i++) {
                    INT.set(data, at + 4 * i, values[i]);
                }
            }
            default -> throw new IllegalArgumentException("width " + width);
        }
        size = at + count * width;
    }

    /** Writes {@code (values[i] - min) / divisor} for each value, at {@code width} bytes. */
    void packedTimes(long[] values, int count, long min, long divisor, int width) {
        room((long) count * width);
        for (int i = 0; i < count && width > 0; i++) {
            long v = divisor == 1 ? values[i] - min : (values[i] - min) / divisor;
            switch (width) {
                case 1 -> data[size] = (byte) v;
                case 2 -> SHORT.set(data, size, (short) v);
                case 4 -> INT.set(data, size, (int) v);
                default -> LONG.set(data, size, v);
            }
            size += width;
        }
    }

    /** Makes room for {@code len} bytes and moves past them; the caller fills {@code data()[result, result + len)}. */
    int reserve(int len) {
        room(len);
        int at = size;
        size += len;
        return at;
    }

    private void room(long len) {
        long need = size + len;
        if (need > data.length) {
            if (need > Integer.MAX_VALUE - 64) {
                throw new IllegalStateException("a batch of " + need + " bytes");
            }
            data = Arrays.copyOf(data, (int) Math.min(Integer.MAX_VALUE - 64L, Math.max(need, data.length * 2L)));
        }
    }
}
