package dev.lanelog.columnar.io;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/**
 * A group file mapped into memory. {@link #close} unmaps it: whoever still reads gets an {@link IllegalStateException},
 * never a fault.
 */
public final class MappedByteSource implements ByteSource, AutoCloseable {
    private final String name;
    private final MemorySegment segment;
    private final Arena arena;

    private MappedByteSource(String name, MemorySegment segment, Arena arena) {
        this.name = name;
        this.segment = segment;
        this.arena = arena;
    }

    /** Maps a file of the real disk. */
    public static MappedByteSource open(Path file) throws IOException {
        return open(new RealDisk(), file);
    }

    @SuppressWarnings("MustBeClosedChecker") // closed by close()
    public static MappedByteSource open(Disk disk, Path file) throws IOException {
        Arena arena = Arena.ofShared();
        try {
            MemorySegment segment = disk.map(file, arena).asReadOnly();
            Path fileName = file.getFileName();
            return new MappedByteSource(fileName == null ? file.toString() : fileName.toString(), segment, arena);
        } catch (IOException | RuntimeException e) {
            arena.close();
            throw e;
        }
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

    @Override
    public void close() {
        arena.close();
    }
}
