package dev.lanelog.columnar.io;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * Random access to the bytes of one group file or head chunk, wherever they are: a mapped file, an array, or a page
 * cache in front of an indexer. Implementations are safe for use by many threads.
 */
public interface ByteSource {
    /** What to call it in messages: a file name or chunk id. */
    String name();

    /** Size in bytes. */
    long size();

    /**
     * The bytes {@code [offset, offset + length)}, read-only, valid as long as this source is. May block on disk or
     * network, so never call it on an event loop.
     *
     * @throws IndexOutOfBoundsException when the range passes {@link #size()}
     * @throws IOException when the bytes can't be had
     */
    MemorySegment read(long offset, int length) throws IOException;

    /** Says that these ranges will be read soon; a remote source fetches them in one call. Does not block for long. */
    default void prefetch(long[] offsets, int[] lengths) {}
}
