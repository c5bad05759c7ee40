package dev.lanelog.columnar.column;

import dev.lanelog.columnar.io.ByteReader;
import dev.lanelog.columnar.io.ByteWriter;
import dev.lanelog.columnar.kernel.Kernels;
import dev.lanelog.columnar.kernel.Packing;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Times as distances to the row before, in blocks of {@value #BLOCK_ROWS} rows that start with a time of their own.
 *
 * <pre>
 * TimeBody --&gt; PagesOffset, PageMeta{pages}                      varint
 * PageMeta --&gt; Min, Span, Divisor, BaseWidth, Length, Crc        zigzag, varint, varint, u8, varint, u32
 * Page     --&gt; Bases, BlockWidth{blocks}, Block{blocks}          u8 each
 * Bases    --&gt; Packed(BaseWidth, blocks) of (first time of the block - Min) / Divisor
 * Block    --&gt; Packed(BlockWidth, rows - 1) of (time - time before) / Divisor
 * </pre>
 */
public final class DeltaTimeColumn implements StoredTimeColumn {
    static final int KIND = 2;

    /** One base, and the distances fill a block of {@link Packing}. */
    static final int BLOCK_ROWS = Packing.BLOCK + 1;

    private final SliceShape slice;
    private final String place;
    private final PageRef[] pages;
    private final long[] mins;
    private final long[] maxs;
    private final long[] divisors;
    private final byte[] baseWidths;
    private final boolean[] checked;

    DeltaTimeColumn(SliceShape slice, ByteReader in) throws IOException {
        this.slice = slice;
        this.place = in.place();
        int count = slice.pageCount();
        pages = new PageRef[count];
        mins = new long[count];
        maxs = new long[count];
        divisors = new long[count];
        baseWidths = new byte[count];
        checked = new boolean[count];
        long offset = slice.pages().offset(in);
        for (int i = 0; i < count; i++) {
            mins[i] = in.zigzag();
            maxs[i] = mins[i] + in.offset("time span", Math.max(0, Long.MAX_VALUE - Math.max(0, mins[i])));
            if (i > 0 && mins[i] < maxs[i - 1]) {
                throw in.damaged("times of page " + i + " go back");
            }
            divisors[i] = in.varint();
            baseWidths[i] = (byte) in.count("base width", 0, 64);
            int length = slice.pages().length(in, offset);
            pages[i] = new PageRef(offset, length, in.u32());
            offset += length;
        }
    }

    private static int blocks(int rows) {
        return (rows + BLOCK_ROWS - 1) / BLOCK_ROWS;
    }

    /** Whether this is at least a tenth smaller than frames of reference. */
    static boolean isSmaller(long[] times, int pageRows) {
        long frames = 0;
        long deltas = 0;
        for (int from = 0; from < times.length; from += pageRows) {
            int n = Math.min(pageRows, times.length - from);
            Frame frame = Frame.of(times, null, from, n, false);
            frames += Packing.bytes(frame.width(), n);
            deltas += 8L + Packing.bytes(frame.width(), blocks(n));
            for (int b = 0; b < n; b += BLOCK_ROWS) {
                int rows = Math.min(BLOCK_ROWS, n - b);
                deltas += 1 + Packing.bytes(deltaWidth(times, from + b, rows, frame.divisor()), rows - 1);
            }
        }
        return deltas < frames - frames / 10;
    }

    private static int deltaWidth(long[] times, int from, int rows, long divisor) {
        long max = 0;
        for (int i = from + 1; i < from + rows; i++) {
            max = Math.max(max, times[i] - times[i - 1]);
        }
        return Packing.widthOf(max / divisor);
    }

    static EncodedColumn encode(long[] times, int pageRows, PageWriter out) throws IOException {
        ByteWriter body = new ByteWriter(64);
        body.varint(out.position());
        ByteWriter page = out.buffers().page;
        long[] buffer = out.buffers().longs(Math.max(BLOCK_ROWS, blocks(Math.min(times.length, pageRows))));
        for (int from = 0; from < times.length; from += pageRows) {
            int n = Math.min(pageRows, times.length - from);
            Frame frame = Frame.of(times, null, from, n, false);
            page.clear();
            encodePage(times, from, n, frame, buffer, page);
            PageRef ref = out.write(page);
            body.zigzag(frame.min());
            body.varint(frame.max() - frame.min());
            body.varint(frame.divisor());
            body.u8(frame.width());
            body.varint(ref.length());
            body.u32(ref.crc());
        }
        return new EncodedColumn(KIND, body);
    }

    private static void encodePage(long[] times, int from, int n, Frame frame, long[] buffer, ByteWriter page) {
        int blocks = blocks(n);
        for (int b = 0; b < blocks; b++) {
            buffer[b] = (times[from + b * BLOCK_ROWS] - frame.min()) / frame.divisor();
        }
        pack(buffer, blocks, frame.width(), page);
        for (int b = 0; b < n; b += BLOCK_ROWS) {
            page.u8(deltaWidth(times, from + b, Math.min(BLOCK_ROWS, n - b), frame.divisor()));
        }
        for (int b = 0; b < n; b += BLOCK_ROWS) {
            int rows = Math.min(BLOCK_ROWS, n - b);
            int width = deltaWidth(times, from + b, rows, frame.divisor());
            for (int i = 1; i < rows; i++) {
                buffer[i - 1] = (times[from + b + i] - times[from + b + i - 1]) / frame.divisor();
            }
            pack(buffer, rows - 1, width, page);
        }
    }

    private static void pack(long[] values, int n, int width, ByteWriter page) {
        int at = page.skip(Math.toIntExact(Packing.bytes(width, n)));
        Packing.pack(values, 0, n, width, page.buffer(), at);
    }

    @Override
    public long encodedBytes() {
        return StoredColumn.pageBytes(pages);
    }

    @Override
    public long minTimeNs(int page) {
        return mins[page];
    }

    @Override
    public long maxTimeNs(int page) {
        return maxs[page];
    }

    @Override
    public void times(int page, long[] out) throws IOException {
        Opened opened = open(page);
        int rows = slice.rowsInPage(page);
        for (int b = 0; b < opened.widths.length; b++) {
            opened.block(b, Math.min(BLOCK_ROWS, rows - b * BLOCK_ROWS), out, b * BLOCK_ROWS);
        }
    }

    @Override
    public int lowerBound(long timeNs) throws IOException {
        int page = 0;
        while (page < pages.length && maxs[page] < timeNs) {
            page++;
        }
        if (page == pages.length) {
            return slice.rows();
        }
        int base = page * slice.pageRows();
        if (timeNs <= mins[page]) {
            return base;
        }
        Opened opened = open(page);
        // The last block that starts before the time holds the answer, or the row behind it is the answer.
        int lo = 0;
        int hi = opened.widths.length - 1;
        while (lo < hi) {
            int mid = (lo + hi + 1) >>> 1;
            if (opened.base(mid) < timeNs) {
                lo = mid;
            } else {
                hi = mid - 1;
            }
        }
        int rows = Math.min(BLOCK_ROWS, slice.rowsInPage(page) - lo * BLOCK_ROWS);
        long[] times = new long[rows];
        opened.block(lo, rows, times, 0);
        int i = 0;
        while (i < rows && times[i] < timeNs) {
            i++;
        }
        return base + lo * BLOCK_ROWS + i;
    }

    @Override
    public void ranges(int page, Column.RangeConsumer ranges) {
        PageReader.range(pages[page], ranges);
    }

    private Opened open(int page) throws IOException {
        String where = place + " page " + page;
        MemorySegment bytes = slice.pages().read(pages[page], where, !checked[page]);
        checked[page] = true;
        int rows = slice.rowsInPage(page);
        int blocks = blocks(rows);
        long at = Packing.bytes(baseWidths[page], blocks);
        if (at + blocks > pages[page].length()) {
            throw slice.pages().damage().at(where, "ends early");
        }
        byte[] widths = new byte[blocks];
        MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, at, widths, 0, blocks);
        long[] starts = new long[blocks];
        at += blocks;
        for (int b = 0; b < blocks; b++) {
            if (widths[b] < 0 || widths[b] > 64) {
                throw slice.pages().damage().at(where, "width " + widths[b] + " of block " + b);
            }
            starts[b] = at;
            at += Packing.bytes(widths[b], Math.min(BLOCK_ROWS, rows - b * BLOCK_ROWS) - 1);
        }
        if (at != pages[page].length()) {
            throw slice.pages().damage().at(where, "blocks take " + at + " bytes of " + pages[page].length());
        }
        return new Opened(page, bytes, widths, starts);
    }

    /** A page in memory. */
    private final class Opened {
        private final int page;
        private final MemorySegment bytes;
        private final byte[] widths;
        private final long[] starts;

        Opened(int page, MemorySegment bytes, byte[] widths, long[] starts) {
            this.page = page;
            this.bytes = bytes;
            this.widths = widths;
            this.starts = starts;
        }

        long base(int block) {
            return mins[page] + divisors[page] * Packing.get(bytes, 0, baseWidths[page], widths.length, block);
        }

        void block(int block, int rows, long[] out, int o) {
            long[] deltas = new long[rows - 1];
            Kernels.bitUnpack().longs(bytes, starts[block], widths[block], rows - 1, divisors[page], 0, deltas);
            long time = base(block);
            out[o] = time;
            for (int i = 1; i < rows; i++) {
                time += deltas[i - 1];
                out[o + i] = time;
            }
        }
    }
}
