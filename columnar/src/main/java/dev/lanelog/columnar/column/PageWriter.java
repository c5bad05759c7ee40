package dev.lanelog.columnar.column;

import dev.lanelog.columnar.io.ByteWriter;
import dev.lanelog.columnar.io.GroupOutput;
import java.io.IOException;
import java.util.zip.CRC32C;

/** Appends pages to a group and computes their checksums. */
public final class PageWriter {
    private final GroupOutput out;
    private final EncodeBuffers buffers;
    private final CRC32C crc = new CRC32C();

    public PageWriter(GroupOutput out, EncodeBuffers buffers) {
        this.out = out;
        this.buffers = buffers;
    }

    EncodeBuffers buffers() {
        return buffers;
    }

    public long position() {
        return out.position();
    }

    /** Appends a page. An empty page takes no bytes. */
    PageRef write(byte[] buf, int off, int len) throws IOException {
        long at = out.position();
        if (len == 0) {
            return new PageRef(at, 0, 0);
        }
        out.append(buf, off, len);
        crc.reset();
        crc.update(buf, off, len);
        return new PageRef(at, len, (int) crc.getValue());
    }

    /** Appends a page that is {@code first}, not empty, and then {@code buf[off, off + len)}. */
    PageRef write(ByteWriter first, byte[] buf, int off, int len) throws IOException {
        long at = out.position();
        out.append(first.buffer(), 0, first.size());
        out.append(buf, off, len);
        crc.reset();
        crc.update(first.buffer(), 0, first.size());
        crc.update(buf, off, len);
        return new PageRef(at, Math.addExact(first.size(), len), (int) crc.getValue());
    }

    PageRef write(ByteWriter page) throws IOException {
        return write(page.buffer(), 0, page.size());
    }
}
