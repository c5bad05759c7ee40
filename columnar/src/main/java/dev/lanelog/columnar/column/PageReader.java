package dev.lanelog.columnar.column;

import dev.lanelog.columnar.io.ByteReader;
import dev.lanelog.columnar.io.ByteSource;
import dev.lanelog.columnar.io.Damage;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.zip.CRC32C;

/** Reads pages of one group and checks them. Safe for use by many threads. */
public final class PageReader {
    /** Readable bytes behind every page: vector loads and unaligned reads pass its end. */
    public static final int PADDING = 64;

    private final ByteSource source;
    private final long pagesFrom;
    private final long pagesTo;
    private final Damage damage;

    /**
     * @param pagesFrom where the first page may start
     * @param pagesTo where the last page may end; {@link #PADDING} more bytes follow
     */
    public PageReader(ByteSource source, long pagesFrom, long pagesTo, Damage damage) {
        this.source = source;
        this.pagesFrom = pagesFrom;
        this.pagesTo = pagesTo;
        this.damage = damage;
    }

    public Damage damage() {
        return damage;
    }

    /** Reads a page offset of metadata. */
    long offset(ByteReader in) throws IOException {
        long offset = in.offset("page offset", pagesTo);
        if (offset < pagesFrom) {
            throw in.damaged("page offset " + offset + " lies before the first page");
        }
        return offset;
    }

    /** Reads a page length of metadata for a page at {@code offset}. */
    int length(ByteReader in, long offset) throws IOException {
        return in.count("page length", 0, maxLength(offset));
    }

    private int maxLength(long offset) {
        return (int) Math.min(Integer.MAX_VALUE - 2 * PADDING, pagesTo - offset);
    }

    /** Makes the reference to a page whose length follows from other metadata. */
    PageRef ref(ByteReader in, long offset, long length, int crc) throws IOException {
        if (length > maxLength(offset)) {
            throw in.damaged("page of " + length + " bytes at " + offset + " passes the end of the pages");
        }
        return new PageRef(offset, (int) length, crc);
    }

    /**
     * The bytes of a page and {@link #PADDING} more.
     *
     * @param check whether to compute the checksum
     */
    MemorySegment read(PageRef ref, String place, boolean check) throws IOException {
        MemorySegment segment = source.read(ref.offset(), ref.length() + PADDING);
        if (check && crc(segment, ref.length()) != ref.crc()) {
            throw damage.at(place, "checksum of " + ref.length() + " bytes at offset " + ref.offset() + " differs");
        }
        return segment;
    }

    /** Like {@link #read}, in an array of its own. */
    byte[] readArray(PageRef ref, String place, boolean check) throws IOException {
        MemorySegment segment = read(ref, place, check);
        byte[] bytes = new byte[ref.length() + PADDING];
        MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, 0, bytes, 0, bytes.length);
        return bytes;
    }

    static void range(PageRef ref, Column.RangeConsumer ranges) {
        if (ref.length() > 0) {
            ranges.range(ref.offset(), ref.length() + PADDING);
        }
    }

    private static int crc(MemorySegment segment, int length) {
        CRC32C crc = new CRC32C();
        crc.update(segment.asSlice(0, length).asByteBuffer());
        return (int) crc.getValue();
    }
}
