package dev.lanelog.columnar.io;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads what {@link ByteWriter} wrote, trusting nothing: every read is checked against the end, every count against a
 * bound, and what is wrong is reported through {@link Damage}.
 */
public final class ByteReader {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] buf;
    private final int end;
    private final Damage damage;
    private String place;
    private int at;

    public ByteReader(byte[] buf, int from, int to, String place, Damage damage) {
        this.buf = buf;
        this.at = from;
        this.end = to;
        this.place = place;
        this.damage = damage;
    }

    /** Names where in the file reading goes on, for messages. */
    public void place(String name) {
        place = name;
    }

    public String place() {
        return place;
    }

    /** The exception that says {@code what} is wrong here. */
    public IOException damaged(String what) {
        return damage.at(place, what);
    }

    private void need(int bytes) throws IOException {
        if (end - at < bytes) {
            throw damaged("ends early");
        }
    }

    public int remaining() {
        return end - at;
    }

    public int position() {
        return at;
    }

    public int u8() throws IOException {
        need(1);
        return buf[at++] & 0xff;
    }

    public int u32() throws IOException {
        need(4);
        int v = (int) INTS.get(buf, at);
        at += 4;
        return v;
    }

    public long u64() throws IOException {
        need(8);
        long v = (long) LONGS.get(buf, at);
        at += 8;
        return v;
    }

    public long varint() throws IOException {
        long v = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int b = u8();
            v |= (long) (b & 0x7f) << shift;
            if ((b & 0x80) == 0) {
                return v;
            }
        }
        throw damaged("number is too long");
    }

    public long zigzag() throws IOException {
        long v = varint();
        return v >>> 1 ^ -(v & 1);
    }

    /** A number in {@code [min, max]}. */
    public int count(String what, int min, int max) throws IOException {
        long v = varint();
        if (v < min || v > max) {
            throw damaged(what + " is " + Long.toUnsignedString(v) + ", expected " + min + " to " + max);
        }
        return (int) v;
    }

    /** A number in {@code [0, max]}. */
    public long offset(String what, long max) throws IOException {
        long v = varint();
        if (v < 0 || v > max) {
            throw damaged(what + " is " + Long.toUnsignedString(v) + ", at most " + max + " is possible");
        }
        return v;
    }

    /** A copy of the next {@code n} bytes. */
    public byte[] bytes(int n) throws IOException {
        if (n < 0) {
            throw damaged("negative length");
        }
        need(n);
        byte[] out = new byte[n];
        System.arraycopy(buf, at, out, 0, n);
        at += n;
        return out;
    }

    /** Skips {@code n} bytes and returns where they start in {@link #buffer}. */
    public int skip(int n) throws IOException {
        if (n < 0) {
            throw damaged("negative length");
        }
        need(n);
        int start = at;
        at += n;
        return start;
    }

    public byte[] buffer() {
        return buf;
    }

    public byte[] blob() throws IOException {
        return bytes(count("length", 0, remaining()));
    }

    /** A reader of the next {@code n} bytes, which this one skips. */
    public ByteReader slice(int n) throws IOException {
        int start = skip(n);
        return new ByteReader(buf, start, at, place, damage);
    }

    public void finish() throws IOException {
        if (at != end) {
            throw damaged((end - at) + " bytes too many");
        }
    }
}
