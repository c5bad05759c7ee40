package dev.lanelog.columnar.column;

import com.github.luben.zstd.ZstdException;
import dev.lanelog.columnar.io.ByteReader;
import dev.lanelog.columnar.io.ByteWriter;
import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.columnar.kernel.ByteSearch;
import dev.lanelog.columnar.kernel.Kernels;
import dev.lanelog.columnar.kernel.Packing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Text in blocks, each compressed alone.
 *
 * <pre>
 * KindBody   --&gt; PagesOffset, PageMeta{pages}                                   varint
 * PageMeta   --&gt; Length, Crc                                                    varint, u32
 * Page       --&gt; BlockCount, BlockHead{BlockCount}, Block{BlockCount}           varint
 * BlockHead  --&gt; Rows, TextLength, Codec, StoredLength, MinLength, LengthWidth  varint, varint, u8, varint, varint, u8
 * Block      --&gt; Packed(LengthWidth, Rows) of value length - MinLength, Stored
 * </pre>
 *
 * Codec and Stored as in {@link TextCodec}. A block ends with the page or, where text is compressed, when it has reached
 * {@value #BLOCK_BYTES} bytes.
 */
final class TextColumn extends StoredColumn {
    /** 256 KiB of text: larger blocks compress no better, smaller ones worse (table in docs/format.md). */
    static final int BLOCK_BYTES = 256 << 10;

    /** Decoded blocks of a page that are kept while the page is open. */
    private static final long KEEP_BYTES = 64L << 20;

    private final PageRef[] pages;

    TextColumn(Common common, ByteReader in) throws IOException {
        super(common);
        int count = slice.pageCount();
        pages = new PageRef[count];
        long offset = slice.pages().offset(in);
        for (int i = 0; i < count; i++) {
            int length = slice.pages().length(in, offset);
            pages[i] = new PageRef(offset, length, in.u32());
            offset += length;
        }
    }

    /**
     * Writes the pages.
     *
     * @throws IOException also when a page would pass 2 GiB
     */
    static EncodedColumn encode(TextValues values, int pageRows, TextCodec codec, PageWriter out) throws IOException {
        int rows = values.rows();
        long at = out.position();
        ByteWriter metas = new ByteWriter(64);
        PageBuilder builder = new PageBuilder(codec, out);
        for (int from = 0; from < rows; from += pageRows) {
            PageRef ref = builder.write(values, from, Math.min(pageRows, rows - from));
            metas.varint(ref.length());
            metas.u32(ref.crc());
        }
        ByteWriter body = new ByteWriter(64);
        body.u8(builder.anyEmpty ? ColumnBlock.HAS_EMPTY : 0);
        body.varint(builder.rawBytes);
        body.varint(at);
        body.append(metas);
        return new EncodedColumn(ColumnBlock.TEXT, body);
    }

    /** Writes text pages. */
    private static final class PageBuilder {
        private final TextCodec codec;
        private final PageWriter out;
        private final EncodeBuffers buffers;
        private final ByteWriter heads;
        private final ByteWriter page;
        private final ByteWriter text;
        private boolean anyEmpty;
        private long rawBytes;

        PageBuilder(TextCodec codec, PageWriter out) {
            this.codec = codec;
            this.out = out;
            this.buffers = out.buffers();
            this.heads = buffers.heads;
            this.page = buffers.page;
            this.text = buffers.text;
        }

        PageRef write(TextValues values, int from, int n) throws IOException {
            return codec.isRaw() ? writeRaw(values, from, n) : writeBlocks(values, from, n);
        }

        /** One block as it is: values that stand in row order already are copied once, to the output. */
        private PageRef writeRaw(TextValues values, int from, int n) throws IOException {
            byte[] arena = values.arena();
            int start = 0;
            int length;
            if (values.order() == null) {
                start = values.start(from);
                length = values.start(from + n - 1) + values.length(from + n - 1) - start;
            } else {
                text.clear();
                for (int row = from; row < from + n; row++) {
                    text.bytes(arena, values.start(row), values.length(row));
                }
                arena = text.buffer();
                length = text.size();
            }
            page.clear();
            page.varint(1);
            int[] lengths = lengths(values, from, n);
            int min = min(lengths, n);
            count(min, length);
            int width = Packing.widthOf(max(lengths, n) - min);
            if (width > 0 && width <= 16) {
                width = Packing.laneBits(width);
            }
            head(page, n, length, TextCodec.RAW, length, min, width);
            packLengths(lengths, n, min, width);
            return out.write(page, arena, start, length);
        }

        private PageRef writeBlocks(TextValues values, int from, int n) throws IOException {
            heads.clear();
            ByteWriter blocks = buffers.blocks;
            blocks.clear();
            int count = 0;
            int row = from;
            while (row < from + n) {
                row = block(values, row, from + n);
                count++;
            }
            page.clear();
            page.varint(count);
            page.append(heads);
            return out.write(page, blocks.buffer(), 0, blocks.size());
        }

        /** Adds one block and returns the row behind it. */
        private int block(TextValues values, int from, int to) {
            text.clear();
            int row = from;
            byte[] arena = values.arena();
            while (row < to && text.size() < BLOCK_BYTES) {
                text.bytes(arena, values.start(row), values.length(row));
                row++;
            }
            int n = row - from;
            int[] lengths = lengths(values, from, n);
            int min = min(lengths, n);
            count(min, text.size());
            int width = Packing.widthOf(max(lengths, n) - min);
            page.clear();
            packLengths(lengths, n, min, width);
            ByteWriter blocks = buffers.blocks;
            blocks.append(page);
            int at = blocks.size();
            int stored = codec.compress(blocks, text.buffer(), text.size());
            int kind = stored < 0 ? TextCodec.RAW : TextCodec.ZSTD;
            head(heads, n, text.size(), kind, blocks.size() - at, min, width);
            return row;
        }

        private void count(int minLength, int length) {
            anyEmpty |= minLength == 0;
            rawBytes += length;
        }

        private static void head(ByteWriter to, int rows, int text, int codec, int stored, int min, int width) {
            to.varint(rows);
            to.varint(text);
            to.u8(codec);
            to.varint(stored);
            to.varint(min);
            to.u8(width);
        }

        private void packLengths(int[] lengths, int n, int min, int width) {
            int at = page.skip(Math.toIntExact(Packing.bytes(width, n)));
            Packing.pack(lengths, 0, n, min, width, page.buffer(), at);
        }

        private int[] lengths(TextValues values, int from, int n) {
            int[] lengths = buffers.rank(n);
            int[] order = values.order();
            int[] offsets = values.offsets();
            if (order == null) {
                for (int i = 0, v = values.from() + from; i < n; i++, v++) {
                    lengths[i] = offsets[v + 1] - offsets[v];
                }
            } else {
                for (int i = 0; i < n; i++) {
                    int v = order[values.from() + from + i];
                    lengths[i] = offsets[v + 1] - offsets[v];
                }
            }
            return lengths;
        }

        private static int min(int[] lengths, int n) {
            int min = Integer.MAX_VALUE;
            for (int i = 0; i < n; i++) {
                min = Math.min(min, lengths[i]);
            }
            return min;
        }

        private static int max(int[] lengths, int n) {
            int max = 0;
            for (int i = 0; i < n; i++) {
                max = Math.max(max, lengths[i]);
            }
            return max;
        }
    }

    @Override
    public Encoding encoding() {
        return Encoding.TEXT;
    }

    @Override
    public long encodedBytes() {
        return pageBytes(pages);
    }

    @Override
    public ColumnPage page(int page) throws IOException {
        byte[] bytes = readPageArray(page, pages[page]);
        return new Page(page, slice.rowsInPage(page), bytes);
    }

    @Override
    public void ranges(int page, RangeConsumer ranges) {
        PageReader.range(pages[page], ranges);
    }

    /** A block whose text is in memory. Value i is {@code text[start(i), ends[i])}. */
    private record Decoded(byte[] text, int base, int[] ends) {
        int start(int i) {
            return i == 0 ? base : ends[i - 1];
        }
    }

    private final class Page implements ColumnPage {
        private final int page;
        private final int rows;
        private final byte[] bytes;
        private final int blockCount;

        /** First row of each block, and the row count. */
        private final int[] firstRow;

        private final int[] textLength;
        private final byte[] codec;
        private final int[] storedLength;
        private final int[] minLength;
        private final byte[] lengthWidth;

        /** Where each block starts in {@link #bytes}. */
        private final int[] at;

        private final @Nullable Decoded[] decoded;
        private long kept;

        Page(int page, int rows, byte[] bytes) throws IOException {
            this.page = page;
            this.rows = rows;
            this.bytes = bytes;
            ByteReader in = new ByteReader(
                    bytes,
                    0,
                    bytes.length - PageReader.PADDING,
                    place(page),
                    slice.pages().damage());
            blockCount = in.count("block count", 1, Math.min(rows, in.remaining()));
            firstRow = new int[blockCount + 1];
            textLength = new int[blockCount];
            codec = new byte[blockCount];
            storedLength = new int[blockCount];
            minLength = new int[blockCount];
            lengthWidth = new byte[blockCount];
            at = new int[blockCount];
            decoded = new Decoded[blockCount];
            for (int b = 0; b < blockCount; b++) {
                readHead(in, b);
            }
            if (firstRow[blockCount] != rows) {
                throw in.damaged("blocks have " + firstRow[blockCount] + " rows instead of " + rows);
            }
            for (int b = 0; b < blockCount; b++) {
                int n = firstRow[b + 1] - firstRow[b];
                at[b] = in.position();
                in.skip((int) Math.min(Integer.MAX_VALUE, Packing.bytes(lengthWidth[b], n)));
                in.skip(storedLength[b]);
            }
            in.finish();
        }

        private void readHead(ByteReader in, int b) throws IOException {
            firstRow[b + 1] = firstRow[b] + in.count("rows of block " + b, 1, rows - firstRow[b]);
            textLength[b] = in.count("text length", 0, Integer.MAX_VALUE - 64);
            codec[b] = (byte) in.u8();
            storedLength[b] = in.count("stored length", 0, in.remaining());
            TextCodec.checkLengths(in, codec[b], storedLength[b], textLength[b]);
            minLength[b] = in.count("shortest length", 0, textLength[b]);
            int width = in.u8();
            if (width > 31) {
                throw in.damaged("width " + width + " of lengths");
            }
            lengthWidth[b] = (byte) width;
        }

        @Override
        public int rows() {
            return rows;
        }

        private Decoded block(int b) {
            Decoded known = decoded[b];
            if (known != null) {
                return known;
            }
            Decoded fresh;
            try {
                fresh = decode(b);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            if (codec[b] == TextCodec.RAW || kept + textLength[b] <= KEEP_BYTES) {
                decoded[b] = fresh;
                kept += codec[b] == TextCodec.RAW ? 0 : textLength[b];
            }
            return fresh;
        }

        private Decoded decode(int b) throws IOException {
            int n = firstRow[b + 1] - firstRow[b];
            int stored = at[b] + (int) Packing.bytes(lengthWidth[b], n);
            byte[] text = bytes;
            int base = stored;
            if (codec[b] != TextCodec.RAW) {
                text = new byte[textLength[b]];
                base = 0;
                try {
                    TextCodec.decode(codec[b], bytes, stored, storedLength[b], text);
                } catch (ZstdException e) {
                    throw damaged(page, "block " + b + ": zstd: " + e.getMessage());
                }
            }
            int[] ends = new int[n];
            Kernels.bitUnpack().ints(MemorySegment.ofArray(bytes), at[b], lengthWidth[b], n, minLength[b], ends);
            long end = 0;
            for (int i = 0; i < n; i++) {
                end += ends[i];
                if (end > textLength[b]) {
                    break;
                }
                ends[i] = base + (int) end;
            }
            if (end != textLength[b]) {
                throw damaged(page, "block " + b + ": values have other lengths than the text");
            }
            return new Decoded(text, base, ends);
        }

        @Override
        public void retain(ColumnPredicate predicate, Bitmap selection) {
            byte[] needle = predicate.requiredSubstring();
            for (int b = 0; b < blockCount; b++) {
                int from = firstRow[b];
                int to = firstRow[b + 1];
                int first = selection.nextSetBit(from);
                if (first < 0 || first >= to) {
                    continue;
                }
                if (needle != null) {
                    retainHits(predicate, needle, block(b), from, to, selection);
                } else {
                    retainTested(predicate, block(b), from, to, selection);
                }
            }
        }

        private static void retainTested(ColumnPredicate predicate, Decoded block, int from, int to, Bitmap selection) {
            int row = selection.nextSetBit(from);
            while (row >= 0 && row < to) {
                int start = block.start(row - from);
                if (!predicate.test(block.text, start, block.ends[row - from] - start)) {
                    selection.clear(row);
                }
                row = DictionaryColumn.next(selection, row);
            }
        }

        /** Searches the whole block at once and looks only at the rows that were hit. */
        private static void retainHits(
                ColumnPredicate predicate, byte[] needle, Decoded block, int from, int to, Bitmap selection) {
            byte[] text = block.text;
            int[] ends = block.ends;
            int n = to - from;
            int end = ends[n - 1];
            boolean decided = predicate.substringDecides();
            ByteSearch search = Kernels.byteSearch();
            int done = from;
            int row = 0;
            int at = block.base;
            while (true) {
                int hit = search.indexOf(text, at, end, needle);
                if (hit < 0) {
                    break;
                }
                row = rowOf(ends, row, n, hit);
                if (hit + needle.length > ends[row]) {
                    at = hit + 1;
                    continue;
                }
                int start = block.start(row);
                selection.clearRange(done, from + row);
                done = from + row + 1;
                if (!decided && selection.get(from + row) && !predicate.test(text, start, ends[row] - start)) {
                    selection.clear(from + row);
                }
                at = ends[row];
            }
            selection.clearRange(done, to);
        }

        /** The row, at or behind {@code row}, whose value holds position {@code hit}; hits ascend. */
        private static int rowOf(int[] ends, int row, int n, int hit) {
            int step = 1;
            int lo = row;
            while (lo + step < n && ends[lo + step - 1] <= hit) {
                lo += step;
                step <<= 1;
            }
            int hi = Math.min(n - 1, lo + step);
            while (lo < hi) {
                int mid = (lo + hi) >>> 1;
                if (ends[mid] <= hit) {
                    lo = mid + 1;
                } else {
                    hi = mid;
                }
            }
            return lo;
        }

        @Override
        public Kind kind() {
            return Kind.TEXT;
        }

        @Override
        public void ids(int[] out) {
            throw new UnsupportedOperationException("a page of text");
        }

        @Override
        public void longs(long[] out, Bitmap empty) {
            throw new UnsupportedOperationException("a page of text");
        }

        @Override
        public void append(Bitmap selection, ValueBuffer out) {
            for (int b = 0; b < blockCount; b++) {
                int from = firstRow[b];
                int to = firstRow[b + 1];
                int row = selection.nextSetBit(from);
                if (row < 0 || row >= to) {
                    continue;
                }
                Decoded block = block(b);
                for (; row >= 0 && row < to; row = DictionaryColumn.next(selection, row)) {
                    int start = block.start(row - from);
                    out.add(block.text, start, block.ends[row - from] - start);
                }
            }
        }
    }
}
