package dev.lanelog.columnar.column;

import dev.lanelog.columnar.io.ByteReader;
import dev.lanelog.columnar.io.ByteWriter;
import dev.lanelog.columnar.kernel.Packing;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * Times as a frame of reference per page.
 *
 * <pre>
 * TimeBody --&gt; PagesOffset, PageMeta{pages}      varint
 * PageMeta --&gt; Frame, Crc?                       see {@link Frame}, u32 unless Width is 0
 * Page     --&gt; Packed(Width, rows)
 * </pre>
 */
public final class FrameTimeColumn implements StoredTimeColumn {
    /** Number of this encoding in the file. */
    static final int KIND = 1;

    private final SliceShape slice;
    private final String place;
    private final PageRef[] pages;
    private final Frame[] frames;
    private final boolean[] checked;

    FrameTimeColumn(SliceShape slice, ByteReader in) throws IOException {
        this.slice = slice;
        this.place = in.place();
        int count = slice.pageCount();
        pages = new PageRef[count];
        frames = new Frame[count];
        checked = new boolean[count];
        long offset = slice.pages().offset(in);
        for (int i = 0; i < count; i++) {
            frames[i] = Frame.read(in);
            if (i > 0 && frames[i].min() < frames[i - 1].max()) {
                throw in.damaged("times of page " + i + " go back");
            }
            int crc = frames[i].width() == 0 ? 0 : in.u32();
            pages[i] = slice.pages().ref(in, offset, Packing.bytes(frames[i].width(), slice.rowsInPage(i)), crc);
            offset += pages[i].length();
        }
    }

    /** Writes the pages of ascending times and returns the metadata. */
    static EncodedColumn encode(long[] times, int pageRows, boolean laneAligned, PageWriter out) throws IOException {
        int rows = times.length;
        ByteWriter body = new ByteWriter(64);
        body.varint(out.position());
        ByteWriter page = out.buffers().page;
        long[] buffer = out.buffers().longs(Math.min(rows, pageRows));
        for (int from = 0; from < rows; from += pageRows) {
            int n = Math.min(pageRows, rows - from);
            Frame frame = Frame.of(times, null, from, n, laneAligned);
            page.clear();
            frame.pack(times, null, from, n, buffer, page);
            PageRef ref = out.write(page);
            frame.write(body);
            if (ref.length() > 0) {
                body.u32(ref.crc());
            }
        }
        return new EncodedColumn(KIND, body);
    }

    @Override
    public long encodedBytes() {
        return StoredColumn.pageBytes(pages);
    }

    @Override
    public long minTimeNs(int page) {
        return frames[page].min();
    }

    @Override
    public long maxTimeNs(int page) {
        return frames[page].max();
    }

    private MemorySegment read(int page) throws IOException {
        if (pages[page].length() == 0) {
            return MemorySegment.NULL;
        }
        MemorySegment bytes = slice.pages().read(pages[page], place + " page " + page, !checked[page]);
        checked[page] = true;
        return bytes;
    }

    @Override
    public void times(int page, long[] out) throws IOException {
        frames[page].unpack(read(page), 0, slice.rowsInPage(page), out);
    }

    @Override
    public int lowerBound(long timeNs) throws IOException {
        int page = 0;
        while (page < frames.length && frames[page].max() < timeNs) {
            page++;
        }
        if (page == frames.length) {
            return slice.rows();
        }
        int base = page * slice.pageRows();
        if (timeNs <= frames[page].min()) {
            return base;
        }
        MemorySegment bytes = read(page);
        int n = slice.rowsInPage(page);
        int lo = 0;
        int hi = n;
        while (lo < hi) {
            int mid = (lo + hi) >>> 1;
            if (frames[page].get(bytes, 0, n, mid) < timeNs) {
                lo = mid + 1;
            } else {
                hi = mid;
            }
        }
        return base + lo;
    }

    @Override
    public void ranges(int page, Column.RangeConsumer ranges) {
        PageReader.range(pages[page], ranges);
    }
}
