package dev.lanelog.columnar.io;

/** Collects a group in memory; a head chunk is made this way. */
public final class ArrayGroupOutput implements GroupOutput {
    private final ByteWriter bytes;

    public ArrayGroupOutput() {
        this(64 << 10);
    }

    /**
     * @param capacity bytes expected; more may come
     */
    public ArrayGroupOutput(int capacity) {
        bytes = new ByteWriter(capacity);
    }

    @Override
    public void append(byte[] buf, int off, int len) {
        bytes.bytes(buf, off, len);
    }

    @Override
    public long position() {
        return bytes.size();
    }

    /** Forgets what was appended, keeps the memory. */
    public void clear() {
        bytes.clear();
    }

    /** Bytes of memory held. */
    public int capacity() {
        return bytes.buffer().length;
    }

    /** A copy of what was appended. */
    public byte[] toByteArray() {
        return bytes.toByteArray();
    }
}
