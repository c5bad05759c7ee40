package dev.lanelog.query.engine.value;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** XXH64 with seed 0, by its specification. */
final class XxHash64 {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long P1 = 0x9E3779B185EBCA87L;
    private static final long P2 = 0xC2B2AE3D27D4EB4FL;
    private static final long P3 = 0x165667B19E3779F9L;
    private static final long P4 = 0x85EBCA77C2B2AE63L;
    private static final long P5 = 0x27D4EB2F165667C5L;

    private XxHash64() {}

    static long hash(byte[] b, int off, int len) {
        int i = off;
        int end = off + len;
        long h;
        if (len >= 32) {
            long v1 = 0x60EA27EEADC0B5D6L; // P1 + P2
            long v2 = P2;
            long v3 = 0;
            long v4 = -P1;
            for (; i <= end - 32; i += 32) {
                v1 = round(v1, word(b, i));
                v2 = round(v2, word(b, i + 8));
                v3 = round(v3, word(b, i + 16));
                v4 = round(v4, word(b, i + 24));
            }
            h = Long.rotateLeft(v1, 1) + Long.rotateLeft(v2, 7) + Long.rotateLeft(v3, 12) + Long.rotateLeft(v4, 18);
            h = merge(merge(merge(merge(h, v1), v2), v3), v4);
        } else {
            h = P5;
        }
        h += len;
        for (; i <= end - 8; i += 8) {
            h = Long.rotateLeft(h ^ round(0, word(b, i)), 27) * P1 + P4;
        }
        if (i <= end - 4) {
            h = Long.rotateLeft(h ^ ((int) INTS.get(b, i) & 0xFFFFFFFFL) * P1, 23) * P2 + P3;
            i += 4;
        }
        for (; i < end; i++) {
            h = Long.rotateLeft(h ^ (b[i] & 0xFFL) * P5, 11) * P1;
        }
        h = (h ^ h >>> 33) * P2;
        h = (h ^ h >>> 29) * P3;
        return h ^ h >>> 32;
    }

    private static long word(byte[] b, int at) {
        return (long) LONGS.get(b, at);
    }

    private static long round(long acc, long input) {
        return Long.rotateLeft(acc + input * P2, 31) * P1;
    }

    private static long merge(long h, long v) {
        return (h ^ round(0, v)) * P1 + P4;
    }
}
