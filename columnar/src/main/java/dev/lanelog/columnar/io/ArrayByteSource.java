package dev.lanelog.columnar.io;

import java.lang.foreign.MemorySegment;

/** A group in an array, such as a head chunk. */
public final class ArrayByteSource implements ByteSource {
    private final String name;
    private final MemorySegment segment;

    /** Keeps the array; nobody may change it any more. */
    public ArrayByteSource(String name, byte[] bytes) {
        this.name = name;
        this.segment = MemorySegment.ofArray(bytes).asReadOnly();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long size() {
        return segment.byteSize();
    }

    @Override
    public MemorySegment read(long offset, int length) {
        return segment.asSlice(offset, length);
    }
}
