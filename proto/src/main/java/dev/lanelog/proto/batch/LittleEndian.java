package dev.lanelog.proto.batch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Little-endian numbers in a byte array; a position outside the array throws. */
final class LittleEndian {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private LittleEndian() {}

    static int u16(byte[] data, int at) {
        return (short) SHORT.get(data, at) & 0xFFFF;
    }

    static int i32(byte[] data, int at) {
        return (int) INT.get(data, at);
    }

    static long i64(byte[] data, int at) {
        return (long) LONG.get(data, at);
    }

    static void putI32(byte[] data, int at, int v) {
        INT.set(data, at, v);
    }
}
