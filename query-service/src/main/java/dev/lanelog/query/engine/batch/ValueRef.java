package dev.lanelog.query.engine.batch;

import java.util.Arrays;

/** Points at a value without copying it. Valid until the next use; {@code len == 0} is the empty value. */
public final class ValueRef {
    static final byte[] NOTHING = new byte[0];

    public byte[] buf = NOTHING;
    public int off;
    public int len;

    /** Room for values that are made when asked for: numbers and times. */
    final byte[] scratch = new byte[40];

    /** A copy of the value. */
    public byte[] copy() {
        return len == 0 ? NOTHING : Arrays.copyOfRange(buf, off, off + len);
    }

    /** Points at the decimal text of a number. */
    public void setLong(long value) {
        int at = Decimals.write(value, scratch, scratch.length);
        set(scratch, at, scratch.length - at);
    }

    void set(byte[] newBuf, int newOff, int newLen) {
        buf = newBuf;
        off = newOff;
        len = newLen;
    }
}
