package dev.lanelog.gateway.protocol.otlp;

import java.util.Arrays;

/**
 * The fields of the record being decoded, in the order they were sent, as slices of the request or of a scratch
 * buffer. Used as a stack: what resource and scope added stays below a {@link #mark} while records come and go.
 */
final class RecordFields {
    /**
     * Bounds on what one record may unfold to: small requests must not become large through long prefixes of many keys.
     * Above what is stored of a row, so that it is the store's limits that senders meet.
     */
    static final int MAX_FIELDS = 4096;

    private static final int MAX_NESTED_NAME = 1024;

    private static final byte[] EMPTY = {};

    private int size;
    private byte[][] nameBufs = new byte[64][];
    private int[] nameOffs = new int[64];
    private int[] nameLens = new int[64];
    private byte[][] valueBufs = new byte[64][];
    private int[] valueOffs = new int[64];
    private int[] valueLens = new int[64];

    /** Made-up bytes. Growing replaces the array; slices of the old one stay as they are. */
    private byte[] scratch = new byte[1024];

    private int used;

    int size() {
        return size;
    }

    byte[] nameBuf(int i) {
        return nameBufs[i];
    }

    int nameOff(int i) {
        return nameOffs[i];
    }

    int nameLen(int i) {
        return nameLens[i];
    }

    byte[] valueBuf(int i) {
        return valueBufs[i];
    }

    int valueOff(int i) {
        return valueOffs[i];
    }

    int valueLen(int i) {
        return valueLens[i];
    }

    /** Scratch bytes and fields in use, to return to by {@link #release}. */
    long mark() {
        return (long) size << 32 | used;
    }

    /** Forgets the fields and bytes that were added since the mark. */
    void release(long mark) {
        int keep = (int) (mark >>> 32);
        // No references to a request may outlive it.
        for (int i = keep; i < size; i++) {
            nameBufs[i] = EMPTY;
            valueBufs[i] = EMPTY;
        }
        size = keep;
        used = (int) mark;
    }

    /** Gives back the memory of an unusually large request. */
    void clear() {
        release(0);
        if (scratch.length > 1 << 20) {
            scratch = new byte[1024];
        }
    }

    /** Adds a field; an empty value is the same as no field. */
    void add(byte[] nameBuf, int nameOff, int nameLen, byte[] valueBuf, int valueOff, int valueLen)
            throws MalformedOtlpException {
        if (valueLen == 0) {
            return;
        }
        if (size == MAX_FIELDS) {
            throw MalformedOtlpException.overLimit("more than " + MAX_FIELDS + " fields");
        }
        if (size == nameBufs.length) {
            int capacity = size * 2;
            nameBufs = Arrays.copyOf(nameBufs, capacity);
            nameOffs = Arrays.copyOf(nameOffs, capacity);
            nameLens = Arrays.copyOf(nameLens, capacity);
            valueBufs = Arrays.copyOf(valueBufs, capacity);
            valueOffs = Arrays.copyOf(valueOffs, capacity);
            valueLens = Arrays.copyOf(valueLens, capacity);
        }
        nameBufs[size] = nameBuf;
        nameOffs[size] = nameOff;
        nameLens[size] = nameLen;
        valueBufs[size] = valueBuf;
        valueOffs[size] = valueOff;
        valueLens[size] = valueLen;
        size++;
    }

    void add(byte[] name, byte[] value) throws MalformedOtlpException {
        add(name, 0, name.length, value, 0, value.length);
    }

    /** Adds a field whose value is what was written to the scratch buffer since {@code start}. */
    void addWritten(byte[] nameBuf, int nameOff, int nameLen, int start) throws MalformedOtlpException {
        add(nameBuf, nameOff, nameLen, scratch, start, used - start);
    }

    void addWritten(byte[] name, int start) throws MalformedOtlpException {
        addWritten(name, 0, name.length, start);
    }

    /** Where the next written byte goes; growing the buffer keeps positions. */
    int written() {
        return used;
    }

    byte[] scratch() {
        return scratch;
    }

    /** Writes {@code prefix.key}; the result is the slice from the returned position to {@link #written}. */
    int writeName(byte[] prefix, int prefixOff, int prefixLen, byte[] key, int keyOff, int keyLen)
            throws MalformedOtlpException {
        if ((long) prefixLen + keyLen > MAX_NESTED_NAME) {
            throw MalformedOtlpException.overLimit(
                    "nested keys make a field name of more than " + MAX_NESTED_NAME + " bytes");
        }
        int start = used;
        write(prefix, prefixOff, prefixLen);
        write('.');
        write(key, keyOff, keyLen);
        return start;
    }

    void write(int b) {
        room(1);
        scratch[used++] = (byte) b;
    }

    void write(byte[] bytes, int off, int len) {
        room(len);
        System.arraycopy(bytes, off, scratch, used, len);
        used += len;
    }

    void writeAscii(String text) {
        int length = text.length();
        room(length);
        for (int i = 0; i < length; i++) {
            scratch[used++] = (byte) text.charAt(i);
        }
    }

    void writeLong(long value) {
        room(20);
        if (value < 0) {
            scratch[used++] = '-';
        }
        int digits = 1;
        for (long rest = value / 10; rest != 0; rest /= 10) {
            digits++;
        }
        long rest = value;
        for (int at = used + digits - 1; at >= used; at--) {
            // Stays on the negative side for Long.MIN_VALUE, which has no positive twin.
            scratch[at] = (byte) ('0' + Math.abs((int) (rest % 10)));
            rest /= 10;
        }
        used += digits;
    }

    void writeHex(byte[] bytes, int off, int len) {
        room(len * 2L);
        for (int i = off; i < off + len; i++) {
            scratch[used++] = (byte) Character.forDigit(bytes[i] >> 4 & 15, 16);
            scratch[used++] = (byte) Character.forDigit(bytes[i] & 15, 16);
        }
    }

    void writeBase64(byte[] bytes, int off, int len) {
        byte[] text = java.util.Base64.getEncoder().encode(Arrays.copyOfRange(bytes, off, off + len));
        write(text, 0, text.length);
    }

    /** Writes a JSON string; bytes that are not UTF-8 are kept as they are. */
    void writeJsonString(byte[] bytes, int off, int len) {
        write('"');
        int from = off;
        for (int i = off; i < off + len; i++) {
            byte b = bytes[i];
            if (b >= 0 && b < 0x20 || b == '"' || b == '\\') {
                write(bytes, from, i - from);
                from = i + 1;
                writeEscape(b);
            }
        }
        write(bytes, from, off + len - from);
        write('"');
    }

    private void writeEscape(byte b) {
        write('\\');
        switch (b) {
            case '"', '\\' -> write(b);
            case '\n' -> write('n');
            case '\r' -> write('r');
            case '\t' -> write('t');
            case '\b' -> write('b');
            case '\f' -> write('f');
            default -> {
                writeAscii("u00");
                write(Character.forDigit(b >> 4, 16));
                write(Character.forDigit(b & 15, 16));
            }
        }
    }

    private void room(long bytes) {
        long needed = used + bytes;
        if (needed > scratch.length) {
            if (needed > Integer.MAX_VALUE - 8) {
                throw new OutOfMemoryError("fields of one record beyond 2 GiB");
            }
            scratch = Arrays.copyOf(
                    scratch, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(needed, scratch.length * 2L)));
        }
    }
}
