package dev.lanelog.columnar.column;

import dev.lanelog.columnar.io.ByteWriter;
import dev.lanelog.columnar.io.GroupOutput;
import java.io.IOException;
import java.util.zip.CRC32C;

/** Appends pages to a group and computes their checksums. */
public final class PageWriter {
    private final GroupOutput out;
    private final CRC32C crc = new CRC32C();

    public PageWriter(GroupOutput out) {
        this.out = out;
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

    PageRef write(ByteWriter page) throws IOException {
        return write(page.buffer(), 0, page.size());
    }
}
