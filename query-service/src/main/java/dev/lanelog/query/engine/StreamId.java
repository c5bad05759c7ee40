package dev.lanelog.query.engine;

import dev.lanelog.columnar.group.Tenant;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The id of a stream: 48 lower-case hex digits, {@code account (8) | project (8) | hash (32)}. The hash is
 * MurmurHash3_x64_128 with seed 0 of the stream's canonical text, its first half first; it is the same in every process
 * and version, because ids are kept in links and dashboards.
 */
public final class StreamId {
    /** Length of the text. */
    public static final int LENGTH = 48;

    private static final long C1 = 0x87c37b91114253d5L;
    private static final long C2 = 0x4cf5ad432745937fL;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private StreamId() {}

    /** The id of the stream whose canonical text is {@code buf[off, off + len)}. */
    public static byte[] of(Tenant tenant, byte[] buf, int off, int len) {
        byte[] text = new byte[LENGTH];
        hex(Integer.toUnsignedLong(tenant.accountId()) << 32 | Integer.toUnsignedLong(tenant.projectId()), text, 0);
        long h1 = 0;
        long h2 = 0;
        int i = off;
        for (int end = off + (len & ~15); i < end; i += 16) {
            h1 = Long.rotateLeft(h1 ^ mix1((long) LONGS.get(buf, i)), 27) + h2;
            h1 = h1 * 5 + 0x52dce729L;
            h2 = Long.rotateLeft(h2 ^ mix2((long) LONGS.get(buf, i + 8)), 31) + h1;
            h2 = h2 * 5 + 0x38495ab5L;
        }
        int tail = len & 15;
        h2 ^= tail > 8 ? mix2(rest(buf, i + 8, tail - 8)) : 0;
        h1 ^= tail > 0 ? mix1(rest(buf, i, Math.min(tail, 8))) : 0;
        h1 ^= len;
        h2 ^= len;
        h1 += h2;
        h2 += h1;
        h1 = finish(h1);
        h2 = finish(h2);
        h1 += h2;
        h2 += h1;
        hex(h1, text, 16);
        hex(h2, text, 32);
        return text;
    }

    private static long mix1(long k) {
        return Long.rotateLeft(k * C1, 31) * C2;
    }

    private static long mix2(long k) {
        return Long.rotateLeft(k * C2, 33) * C1;
    }

    private static long rest(byte[] buf, int from, int len) {
        long k = 0;
        for (int i = 0; i < len; i++) {
            k |= (buf[from + i] & 0xFFL) << (8 * i);
        }
        return k;
    }

    private static long finish(long h) {
        long x = (h ^ h >>> 33) * 0xff51afd7ed558ccdL;
        x = (x ^ x >>> 33) * 0xc4ceb9fe1a85ec53L;
        return x ^ x >>> 33;
    }

    private static void hex(long value, byte[] out, int at) {
        for (int i = 0; i < 16; i++) {
            out[at + i] = HEX[(int) (value >>> (60 - 4 * i)) & 15];
        }
    }
}
