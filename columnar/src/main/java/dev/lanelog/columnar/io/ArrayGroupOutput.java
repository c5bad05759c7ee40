package dev.lanelog.columnar.io;

/** Collects a group in memory; a head chunk is made this way. */
public final class ArrayGroupOutput implements GroupOutput {
    private final ByteWriter bytes = new ByteWriter(64 << 10);

    @Override
    public void append(byte[] buf, int off, int len) {
        bytes.bytes(buf, off, len);
    }

    @Override
    public long position() {
        return bytes.size();
    }

    /** A copy of what was appended. */
    public byte[] toByteArray() {
        return bytes.toByteArray();
    }
}
