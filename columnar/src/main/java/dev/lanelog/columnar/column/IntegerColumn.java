package dev.lanelog.columnar.column;

import dev.lanelog.columnar.io.ByteReader;
import dev.lanelog.columnar.io.ByteWriter;
import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.columnar.kernel.Packing;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Canonical decimal integers.
 *
 * <pre>
 * KindBody --&gt; PagesOffset, PageMeta{pages}                 varint
 * PageMeta --&gt; Frame, HasEmpty, Crc?                        see {@link Frame}, u8 (0 or 1), u32 unless the page has no bytes
 * Page     --&gt; EmptyRows?, Packed(Width, rows)              ceil(rows / 64) u64 when HasEmpty: bit set = empty value
 * </pre>
 *
 * Rows with the empty value are packed as 0.
 */
final class IntegerColumn extends StoredColumn {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** More exact values than this are looked at as text, row by row. */
    private static final int MAX_EXACT = 64;

    private final PageRef[] pages;
    private final Frame[] frames;
    private final boolean[] withEmpty;

    IntegerColumn(Common common, ByteReader in) throws IOException {
        super(common);
        int count = slice.pageCount();
        pages = new PageRef[count];
        frames = new Frame[count];
        withEmpty = new boolean[count];
        long offset = slice.pages().offset(in);
        for (int i = 0; i < count; i++) {
            frames[i] = Frame.read(in);
            withEmpty[i] = in.count("empty flag", 0, 1) == 1;
            if (withEmpty[i] && !hasEmpty()) {
                throw in.damaged("page " + i + " has empty rows against the flags");
            }
            int rows = slice.rowsInPage(i);
            long length = Packing.bytes(frames[i].width(), rows) + (withEmpty[i] ? 8L * Bitmap.wordCount(rows) : 0);
            int crc = length == 0 ? 0 : in.u32();
            pages[i] = slice.pages().ref(in, offset, length, crc);
            offset += length;
        }
    }

    /**
     * Writes the pages.
     *
     * @param empty rows with the empty value, or null when there are none
     * @param rawBytes of the texts
     * @param laneAligned widths of 8, 16, 32 or 64 bits only
     */
    static EncodedColumn encode(
            long[] values, @Nullable Bitmap empty, int pageRows, long rawBytes, boolean laneAligned, PageWriter out)
            throws IOException {
        int rows = values.length;
        ByteWriter body = new ByteWriter(64);
        body.u8(empty != null ? ColumnBlock.HAS_EMPTY : 0);
        body.varint(rawBytes);
        body.varint(out.position());
        ByteWriter page = out.buffers().page;
        long[] buffer = out.buffers().longs(Math.min(rows, pageRows));
        for (int from = 0; from < rows; from += pageRows) {
            int n = Math.min(pageRows, rows - from);
            page.clear();
            boolean holes = empty != null && anyIn(empty, from, from + n);
            if (holes && empty != null) {
                for (int w = 0; w < Bitmap.wordCount(n); w++) {
                    page.u64(empty.words()[(from >>> 6) + w]);
                }
            }
            Frame frame = Frame.of(values, holes ? empty : null, from, n, laneAligned);
            frame.pack(values, holes ? empty : null, from, n, buffer, page);
            PageRef ref = out.write(page);
            frame.write(body);
            body.varint(holes ? 1 : 0);
            if (ref.length() > 0) {
                body.u32(ref.crc());
            }
        }
        return new EncodedColumn(ColumnBlock.INTEGER, body);
    }

    private static boolean anyIn(Bitmap set, int from, int to) {
        int first = set.nextSetBit(from);
        return first >= 0 && first < to;
    }

    @Override
    public Encoding encoding() {
        return Encoding.INTEGER;
    }

    @Override
    public long encodedBytes() {
        return pageBytes(pages);
    }

    @Override
    public long minLong(int page) {
        return frames[page].min();
    }

    @Override
    public long maxLong(int page) {
        return frames[page].max();
    }

    @Override
    public boolean mayMatch(ColumnPredicate predicate, int page) {
        if (withEmpty[page] && predicate.matchesEmpty()) {
            return true;
        }
        ColumnPredicate.LongRange range = predicate.longRange();
        if (range != null) {
            return range.lo() <= range.hi() && range.hi() >= minLong(page) && range.lo() <= maxLong(page);
        }
        byte[][] exact = predicate.exactValues();
        if (exact == null) {
            return true;
        }
        for (byte[] value : exact) {
            if (Decimal.isCanonical(value, 0, value.length)) {
                long v = Decimal.parse(value, 0, value.length);
                if (v >= minLong(page) && v <= maxLong(page)) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public ColumnPage page(int page) throws IOException {
        MemorySegment bytes = pages[page].length() == 0 ? MemorySegment.NULL : readPage(page, pages[page]);
        int rows = slice.rowsInPage(page);
        Bitmap empty = null;
        if (withEmpty[page]) {
            empty = new Bitmap(rows);
            long[] words = empty.words();
            int count = Bitmap.wordCount(rows);
            MemorySegment.copy(bytes, LONG, 0, words, 0, count);
            if (rows % 64 != 0 && words[count - 1] >>> rows != 0) {
                throw damaged(page, "empty rows past the end");
            }
        }
        return new Page(rows, frames[page], bytes, empty);
    }

    @Override
    public void ranges(int page, RangeConsumer ranges) {
        PageReader.range(pages[page], ranges);
    }

    private static final class Page implements ColumnPage {
        private final int rows;
        private final Frame frame;
        private final MemorySegment bytes;
        private final @Nullable Bitmap empty;
        private final long at;
        private long @Nullable [] unpacked;

        Page(int rows, Frame frame, MemorySegment bytes, @Nullable Bitmap empty) {
            this.rows = rows;
            this.frame = frame;
            this.bytes = bytes;
            this.empty = empty;
            this.at = empty == null ? 0 : 8L * Bitmap.wordCount(rows);
        }

        @Override
        public int rows() {
            return rows;
        }

        @Override
        public void retain(ColumnPredicate predicate, Bitmap selection) {
            ColumnPredicate.LongRange range = predicate.longRange();
            byte[][] exact = range == null ? predicate.exactValues() : null;
            if (range == null && (exact == null || exact.length > MAX_EXACT)) {
                retainByText(predicate, selection);
                return;
            }
            Bitmap matches = new Bitmap(rows);
            if (range != null) {
                frame.range(bytes, at, rows, range.lo(), range.hi(), matches);
            } else if (exact != null) {
                Bitmap one = new Bitmap(rows);
                for (byte[] value : exact) {
                    if (Decimal.isCanonical(value, 0, value.length)) {
                        long v = Decimal.parse(value, 0, value.length);
                        frame.range(bytes, at, rows, v, v, one);
                        matches.or(one);
                    }
                }
            }
            if (empty != null) {
                if (predicate.matchesEmpty()) {
                    matches.or(empty);
                } else {
                    matches.andNot(empty);
                }
            }
            selection.and(matches);
        }

        private void retainByText(ColumnPredicate predicate, Bitmap selection) {
            long[] values = unpacked();
            boolean emptyMatches = predicate.matchesEmpty();
            byte[] text = new byte[Decimal.MAX_LENGTH];
            long known = 0;
            boolean knownMatches = false;
            boolean isKnown = false;
            for (int row = selection.nextSetBit(0); row >= 0; row = DictionaryColumn.next(selection, row)) {
                boolean matches;
                if (empty != null && empty.get(row)) {
                    matches = emptyMatches;
                } else {
                    if (!isKnown || values[row] != known) {
                        known = values[row];
                        isKnown = true;
                        knownMatches = predicate.test(text, 0, Decimal.write(known, text, 0));
                    }
                    matches = knownMatches;
                }
                if (!matches) {
                    selection.clear(row);
                }
            }
        }

        @Override
        public Kind kind() {
            return Kind.LONGS;
        }

        private long[] unpacked() {
            long[] known = unpacked;
            if (known == null) {
                known = new long[rows];
                frame.unpack(bytes, at, rows, known);
                unpacked = known;
            }
            return known;
        }

        @Override
        public void ids(int[] out) {
            throw new UnsupportedOperationException("a page of integers");
        }

        @Override
        public void longs(long[] out, Bitmap emptyRows) {
            long[] known = unpacked;
            if (known != null) {
                System.arraycopy(known, 0, out, 0, rows);
            } else {
                frame.unpack(bytes, at, rows, out);
            }
            if (empty != null) {
                emptyRows.or(empty);
                for (int row = empty.nextSetBit(0); row >= 0; row = DictionaryColumn.next(empty, row)) {
                    out[row] = 0;
                }
            }
        }

        @Override
        public void append(Bitmap selection, ValueBuffer out) {
            int count = selection.cardinality();
            long @Nullable [] values = count > rows >>> 4 ? unpacked() : unpacked;
            out.reserve(count, Math.multiplyExact(count, Decimal.MAX_LENGTH));
            for (int row = selection.nextSetBit(0); row >= 0; row = DictionaryColumn.next(selection, row)) {
                int end = out.bytes();
                if (empty == null || !empty.get(row)) {
                    long v = values != null ? values[row] : frame.get(bytes, at, rows, row);
                    end += Decimal.write(v, out.arena, end);
                }
                out.ends[out.count++] = end;
            }
        }
    }
}
