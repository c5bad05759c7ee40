package dev.lanelog.columnar.io;

import java.io.IOException;

/** Where a group is written to, from its first byte to its last. */
public interface GroupOutput {
    /** Appends {@code buf[off, off + len)}. */
    void append(byte[] buf, int off, int len) throws IOException;

    /** Bytes appended so far. */
    long position();
}
