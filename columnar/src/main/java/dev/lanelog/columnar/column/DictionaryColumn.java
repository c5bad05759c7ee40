package dev.lanelog.columnar.column;

import dev.lanelog.columnar.io.ByteReader;
import dev.lanelog.columnar.io.ByteWriter;
import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.columnar.kernel.KernelUse;
import dev.lanelog.columnar.kernel.Kernels;
import dev.lanelog.columnar.kernel.Packing;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Sorted distinct values and an id a row.
 *
 * <pre>
 * KindBody --&gt; Size, DictionaryOffset, DictionaryLength, DictionaryCrc, PagesOffset, PageMeta{pages}
 *              varint, varint, varint, u32, varint
 * PageMeta --&gt; MinId, MaxId - MinId, Width, Crc?       varint, varint, u8, u32 unless Width is 0
 * Page     --&gt; Packed(Width, rows) of id - MinId
 * </pre>
 *
 * Pages follow one another from PagesOffset. See {@link StoredDictionary} for the dictionary.
 */
final class DictionaryColumn extends StoredColumn {
    /** Verdicts of the predicates asked last; a query asks the same one for every page. */
    private static final int REMEMBERED = 4;

    private final int size;
    private final PageRef dictionaryRef;
    private final PageRef[] pages;
    private final int[] minIds;
    private final int[] maxIds;
    private final byte[] widths;

    private volatile @Nullable StoredDictionary dictionary;
    private volatile Verdict[] verdicts = new Verdict[0];

    DictionaryColumn(Common common, ByteReader in) throws IOException {
        super(common);
        size = in.count("dictionary size", 2, slice.rows());
        PageReader reader = slice.pages();
        long dictionaryOffset = reader.offset(in);
        int dictionaryLength = reader.length(in, dictionaryOffset);
        dictionaryRef = new PageRef(dictionaryOffset, dictionaryLength, in.u32());
        int count = slice.pageCount();
        pages = new PageRef[count];
        minIds = new int[count];
        maxIds = new int[count];
        widths = new byte[count];
        long offset = reader.offset(in);
        for (int i = 0; i < count; i++) {
            minIds[i] = in.count("id", 0, size - 1);
            maxIds[i] = minIds[i] + in.count("id range", 0, size - 1 - minIds[i]);
            int width = in.u8();
            if (width > 32 || width < Packing.widthOf(maxIds[i] - minIds[i])) {
                throw in.damaged("width " + width + " of page " + i);
            }
            widths[i] = (byte) width;
            int crc = width == 0 ? 0 : in.u32();
            pages[i] = reader.ref(in, offset, Packing.bytes(width, slice.rowsInPage(i)), crc);
            offset += pages[i].length();
        }
    }

    /**
     * Writes pages and dictionary.
     *
     * @param dictionary at least 2 values, counts right
     * @param ids of all rows, the first {@code rows} of it
     * @param laneAligned widths of 8, 16 or 32 bits only: quicker to write and read, larger
     */
    static EncodedColumn encode(
            StoredDictionary dictionary,
            int[] ids,
            int rows,
            int pageRows,
            boolean laneAligned,
            TextCodec codec,
            PageWriter out)
            throws IOException {
        int size = dictionary.size();
        ByteWriter body = new ByteWriter(64);
        long raw = 0;
        for (int i = 0; i < size; i++) {
            raw += (long) dictionary.length(i) * dictionary.count(i);
        }
        body.u8(dictionary.length(0) == 0 ? ColumnBlock.HAS_EMPTY : 0);
        body.varint(raw);
        ByteWriter page = out.buffers().page;
        page.clear();
        dictionary.write(page, codec);
        PageRef ref = out.write(page);
        body.varint(size);
        body.varint(ref.offset());
        body.varint(ref.length());
        body.u32(ref.crc());
        body.varint(out.position());
        for (int from = 0; from < rows; from += pageRows) {
            int n = Math.min(pageRows, rows - from);
            encodePage(ids, from, n, laneAligned, page, body, out);
        }
        return new EncodedColumn(ColumnBlock.DICTIONARY, body);
    }

    private static void encodePage(
            int[] ids, int from, int n, boolean laneAligned, ByteWriter page, ByteWriter body, PageWriter out)
            throws IOException {
        int min = Integer.MAX_VALUE;
        int max = 0;
        for (int i = from; i < from + n; i++) {
            min = Math.min(min, ids[i]);
            max = Math.max(max, ids[i]);
        }
        int width = Packing.widthOf(max - min);
        if (laneAligned && width > 0) {
            width = Packing.laneBits(width);
        }
        page.clear();
        int at = page.skip((int) Packing.bytes(width, n));
        Packing.pack(ids, from, n, min, width, page.buffer(), at);
        PageRef ref = out.write(page);
        body.varint(min);
        body.varint(max - min);
        body.u8(width);
        if (width > 0) {
            body.u32(ref.crc());
        }
    }

    @Override
    public Encoding encoding() {
        return Encoding.DICTIONARY;
    }

    @Override
    public int distinctCount() {
        return size;
    }

    @Override
    public long encodedBytes() {
        return dictionaryRef.length() + pageBytes(pages);
    }

    @Override
    public StoredDictionary dictionary() throws IOException {
        StoredDictionary known = dictionary;
        if (known == null) {
            byte[] bytes = readBlob(dictionaryRef, "dictionary");
            known = StoredDictionary.read(
                    bytes,
                    size,
                    slice.rows(),
                    common.place() + " dictionary",
                    slice.pages().damage());
            if ((known.length(0) == 0) != hasEmpty()) {
                throw slice.pages().damage().at(common.place() + " dictionary", "empty value against the flags");
            }
            dictionary = known;
        }
        return known;
    }

    @Override
    public boolean mayMatch(ColumnPredicate predicate, int page) throws IOException {
        return verdict(predicate).any(minIds[page], maxIds[page]);
    }

    /** Which ids match; asked of every value once. */
    private Verdict verdict(ColumnPredicate predicate) throws IOException {
        Verdict[] known = verdicts;
        for (Verdict verdict : known) {
            if (verdict.predicate.equals(predicate)) {
                return verdict;
            }
        }
        Verdict fresh = new Verdict(predicate, dictionary());
        Verdict[] next = new Verdict[Math.min(REMEMBERED, known.length + 1)];
        next[0] = fresh;
        System.arraycopy(known, 0, next, 1, next.length - 1);
        verdicts = next;
        return fresh;
    }

    @Override
    public ColumnPage page(int page) throws IOException {
        StoredDictionary values = dictionary();
        int rows = slice.rowsInPage(page);
        boolean first = !isChecked(page);
        MemorySegment bytes = widths[page] == 0 ? MemorySegment.NULL : readPage(page, pages[page]);
        Page opened = new Page(page, rows, bytes, values);
        if (first) {
            opened.checkIds();
        }
        return opened;
    }

    @Override
    public void ranges(int page, RangeConsumer ranges) {
        if (dictionary == null) {
            PageReader.range(dictionaryRef, ranges);
        }
        PageReader.range(pages[page], ranges);
    }

    /** The ids that match a predicate. */
    private static final class Verdict {
        final ColumnPredicate predicate;

        /** A bit for every id below the next power of two, as {@code PackedScan.inSet} wants it. */
        final Bitmap set;

        Verdict(ColumnPredicate predicate, StoredDictionary dictionary) {
            this.predicate = predicate;
            int size = dictionary.size();
            set = new Bitmap(size);
            byte[][] exact = predicate.exactValues();
            if (exact != null && exact.length < size) {
                for (byte[] value : exact) {
                    int id = dictionary.find(value, 0, value.length);
                    if (id >= 0) {
                        set.set(id);
                    }
                }
            } else {
                byte[] arena = dictionary.arena();
                for (int id = 0; id < size; id++) {
                    if (predicate.test(arena, dictionary.offset(id), dictionary.length(id))) {
                        set.set(id);
                    }
                }
            }
        }

        boolean any(int minId, int maxId) {
            int id = set.nextSetBit(minId);
            return id >= 0 && id <= maxId;
        }
    }

    private final class Page implements ColumnPage {
        private final int page;
        private final int rows;
        private final int width;
        private final int minId;
        private final int maxId;
        private final MemorySegment bytes;
        private final StoredDictionary values;
        private int @Nullable [] unpacked;

        Page(int page, int rows, MemorySegment bytes, StoredDictionary values) {
            this.page = page;
            this.rows = rows;
            this.width = widths[page];
            this.minId = minIds[page];
            this.maxId = maxIds[page];
            this.bytes = bytes;
            this.values = values;
        }

        /** A page with an id past the dictionary is damaged although its checksum is right. */
        void checkIds() throws IOException {
            if (width == 0 || Packing.mask(width) == maxId - minId) {
                return;
            }
            Bitmap wrong = new Bitmap(rows);
            Kernels.packedScan(KernelUse.PACKED_RANGE)
                    .range(bytes, 0, width, rows, maxId - minId + 1L, Packing.mask(width), wrong.words());
            if (!wrong.isEmpty()) {
                throw damaged(page, "row " + wrong.nextSetBit(0) + " has an id above " + maxId);
            }
        }

        @Override
        public int rows() {
            return rows;
        }

        @Override
        public void retain(ColumnPredicate predicate, Bitmap selection) {
            Verdict verdict;
            try {
                verdict = verdict(predicate);
            } catch (IOException e) {
                throw new IllegalStateException("the dictionary is in memory since the page was opened", e);
            }
            int first = verdict.set.nextSetBit(minId);
            if (first < 0 || first > maxId) {
                selection.clearAll();
                return;
            }
            int last = verdict.set.previousSetBit(maxId);
            boolean dense = isDense(verdict.set, first, last);
            if (dense && first == minId && last == maxId) {
                return;
            }
            Bitmap matches = new Bitmap(rows);
            if (!dense) {
                inSet(verdict.set, matches);
            } else if (first == last) {
                Kernels.packedScan(KernelUse.PACKED_EQUAL).equal(bytes, 0, width, rows, first - minId, matches.words());
            } else {
                Kernels.packedScan(KernelUse.PACKED_RANGE)
                        .range(bytes, 0, width, rows, first - minId, last - minId, matches.words());
            }
            selection.and(matches);
        }

        private static boolean isDense(Bitmap set, int first, int last) {
            for (int id = first; id <= last; id++) {
                if (!set.get(id)) {
                    return false;
                }
            }
            return true;
        }

        private void inSet(Bitmap ids, Bitmap matches) {
            if (width > 24) {
                int[] all = unpacked();
                for (int i = 0; i < rows; i++) {
                    if (ids.get(all[i])) {
                        matches.set(i);
                    }
                }
                return;
            }
            Bitmap set = new Bitmap(1 << width);
            for (int id = ids.nextSetBit(minId); id >= 0 && id <= maxId; id = ids.nextSetBit(id + 1)) {
                set.set(id - minId);
                if (id + 1 >= ids.size()) {
                    break;
                }
            }
            Kernels.packedScan(KernelUse.PACKED_IN_SET).inSet(bytes, 0, width, rows, set.words(), matches.words());
        }

        @Override
        public Kind kind() {
            return Kind.IDS;
        }

        private int[] unpacked() {
            int[] known = unpacked;
            if (known == null) {
                known = new int[rows];
                ids(known);
                unpacked = known;
            }
            return known;
        }

        @Override
        public void ids(int[] out) {
            int[] known = unpacked;
            if (known != null) {
                System.arraycopy(known, 0, out, 0, rows);
            } else if (width == 0) {
                Arrays.fill(out, 0, rows, minId);
            } else {
                Kernels.bitUnpack().ints(bytes, 0, width, rows, minId, out);
            }
        }

        @Override
        public void longs(long[] out, Bitmap empty) {
            throw new UnsupportedOperationException("a page of ids");
        }

        @Override
        public void append(Bitmap selection, ValueBuffer out) {
            byte[] arena = values.arena();
            boolean many = selection.cardinality() > rows >>> 4;
            int @Nullable [] all = many ? unpacked() : unpacked;
            for (int row = selection.nextSetBit(0); row >= 0; row = next(selection, row)) {
                int id = all != null ? all[row] : minId + (int) Packing.get(bytes, 0, width, rows, row);
                out.add(arena, values.offset(id), values.length(id));
            }
        }
    }

    /** The next selected row, or -1. */
    static int next(Bitmap selection, int row) {
        return selection.nextSetBit(row + 1);
    }
}
