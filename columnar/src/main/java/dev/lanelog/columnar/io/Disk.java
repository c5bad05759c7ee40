package dev.lanelog.columnar.io;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;

/** What this code asks of a file system; a test puts one that fails in its place. Safe for use by many threads. */
public interface Disk {
    /** Creates a file, or empties it, and opens it for appending. */
    Appender create(Path file) throws IOException;

    /** Renames a file atomically, replacing {@code to}. */
    void rename(Path from, Path to) throws IOException;

    /** Makes creations, renames and deletions in a directory durable. */
    void fsyncDirectory(Path directory) throws IOException;

    /** Deletes a file; it is no error when there is none. */
    void delete(Path file) throws IOException;

    /** The regular files of a directory, sorted by name. */
    List<Path> list(Path directory) throws IOException;

    /** Size of a file in bytes. */
    long size(Path file) throws IOException;

    /** Maps a file for reading until the arena is closed. */
    MemorySegment map(Path file, Arena arena) throws IOException;

    /** A file being written. */
    interface Appender extends Closeable {
        void append(byte[] buf, int off, int len) throws IOException;

        /** Makes what was appended durable. */
        void fsync() throws IOException;
    }
}
