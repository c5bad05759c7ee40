package dev.lanelog.gateway.protocol.otlp;

/**
 * A position in protobuf bytes. Every read is checked against the end of the message being read, which itself lies
 * within its parent; a length is never trusted before it was compared with the bytes that are left.
 */
final class ProtoCursor {
    static final int VARINT = 0;
    static final int FIXED64 = 1;
    static final int BYTES = 2;
    static final int START_GROUP = 3;
    static final int END_GROUP = 4;
    static final int FIXED32 = 5;

    private static final int MAX_GROUP_DEPTH = 32;

    byte[] buf = {};
    int pos;
    int limit;

    void reset(byte[] bytes, int off, int len) {
        buf = bytes;
        pos = off;
        limit = off + len;
    }

    boolean hasMore() {
        return pos < limit;
    }

    /** Reads a tag: {@code field number << 3 | wire type}, or an error for field number 0. */
    int tag() throws MalformedOtlpException {
        if (pos < limit && buf[pos] > 7) {
            return buf[pos++];
        }
        long tag = varint();
        if (tag < 8 || tag > 0xffff_ffffL) {
            throw new MalformedOtlpException("bad field tag " + Long.toUnsignedString(tag));
        }
        return (int) tag;
    }

    long varint() throws MalformedOtlpException {
        if (pos < limit) {
            byte first = buf[pos];
            if (first >= 0) {
                pos++;
                return first;
            }
        }
        long value = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            if (pos >= limit) {
                throw new MalformedOtlpException("the message ends within a number");
            }
            byte b = buf[pos++];
            value |= (long) (b & 0x7f) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw new MalformedOtlpException("a number of more than 10 bytes");
    }

    long fixed64() throws MalformedOtlpException {
        if (limit - pos < 8) {
            throw new MalformedOtlpException("the message ends within a fixed64");
        }
        long value = (long) LONG.get(buf, pos);
        pos += 8;
        return value;
    }

    int fixed32() throws MalformedOtlpException {
        if (limit - pos < 4) {
            throw new MalformedOtlpException("the message ends within a fixed32");
        }
        int value = (int) INT.get(buf, pos);
        pos += 4;
        return value;
    }

    /** Reads the length of a string, bytes or message, which is known to be there in full. */
    int length() throws MalformedOtlpException {
        long length = varint();
        if (length < 0 || length > limit - pos) {
            throw new MalformedOtlpException(
                    "a length of " + Long.toUnsignedString(length) + " bytes where " + (limit - pos) + " are left");
        }
        return (int) length;
    }

    /** Steps into the message that starts here; the result is given back to {@link #leave}. */
    int enter() throws MalformedOtlpException {
        int length = length();
        int outer = limit;
        limit = pos + length;
        return outer;
    }

    /** Goes to the end of the entered message, whatever was read of it, and back to its parent. */
    void leave(int outer) {
        pos = limit;
        limit = outer;
    }

    /** Skips the value of a field that is not wanted. */
    void skip(int tag) throws MalformedOtlpException {
        skip(tag, 0);
    }

    private void skip(int tag, int depth) throws MalformedOtlpException {
        switch (tag & 7) {
            case VARINT -> varint();
            case FIXED64 -> fixed64();
            case BYTES -> {
                // The length must be read before the position is: it moves the position.
                int length = length();
                pos += length;
            }
            case START_GROUP -> {
                if (depth == MAX_GROUP_DEPTH) {
                    throw new MalformedOtlpException("groups nested deeper than " + MAX_GROUP_DEPTH);
                }
                int inner = tag();
                while ((inner & 7) != END_GROUP) {
                    skip(inner, depth + 1);
                    inner = tag();
                }
                if (inner >>> 3 != tag >>> 3) {
                    throw new MalformedOtlpException("a group ends that was not begun");
                }
            }
            case FIXED32 -> fixed32();
            default -> throw new MalformedOtlpException("bad wire type " + (tag & 7) + " of field " + (tag >>> 3));
        }
    }

    /** Complains about a known field that comes with another wire type than it should. */
    void expect(int tag, int wireType, String field) throws MalformedOtlpException {
        if ((tag & 7) != wireType) {
            throw new MalformedOtlpException(field + " has wire type " + (tag & 7) + ", not " + wireType);
        }
    }

    private static final java.lang.invoke.VarHandle LONG =
            java.lang.invoke.MethodHandles.byteArrayViewVarHandle(long[].class, java.nio.ByteOrder.LITTLE_ENDIAN);
    private static final java.lang.invoke.VarHandle INT =
            java.lang.invoke.MethodHandles.byteArrayViewVarHandle(int[].class, java.nio.ByteOrder.LITTLE_ENDIAN);
}
