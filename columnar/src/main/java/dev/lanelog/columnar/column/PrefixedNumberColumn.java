package dev.lanelog.columnar.column;

import dev.lanelog.columnar.io.ByteReader;
import dev.lanelog.columnar.io.ByteWriter;
import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.columnar.kernel.KernelUse;
import dev.lanelog.columnar.kernel.Kernels;
import dev.lanelog.columnar.kernel.Packing;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A number behind one of a few prefixes, such as {@code u46682}, {@code /api/v1/orders/25123} or, with the empty prefix,
 * an id in hex. Few rows may be exceptions, so that one odd value does not turn ids into text.
 *
 * <pre>
 * KindBody   --&gt; Radix, Digits, PrefixCount, Prefix{PrefixCount}, PagesOffset, PageMeta{pages}
 *                u8 (10 or 16), u8, varint, (varint length, bytes) ascending, varint
 * PageMeta   --&gt; Frame, ExceptionCount, Length, Crc           see {@link Frame}, varint, varint, u32
 * Page       --&gt; Packed(PrefixWidth, rows) of prefix numbers, Packed(Frame.Width, rows) of numbers, Exception{ExceptionCount}
 * Exception  --&gt; Gap, Length, Bytes                           varint rows since the exception before, varint
 * </pre>
 *
 * Digits is the fixed number of digits, or 0 for numbers without leading zeros. PrefixWidth is what PrefixCount - 1
 * needs. Rows with exceptions are packed as 0 in both.
 */
final class PrefixedNumberColumn extends StoredColumn {
    static final int MAX_PREFIXES = 64;

    private static final int SAMPLE = 512;

    /** One row in so many may be an exception. */
    private static final int EXCEPTION_SHARE = 256;

    private static final int MAX_EXACT = 64;

    private final NumberForm form;
    private final byte[][] prefixes;
    private final int prefixWidth;
    private final PageRef[] pages;
    private final Frame[] frames;
    private final int[] exceptionCounts;

    PrefixedNumberColumn(Common common, ByteReader in) throws IOException {
        super(common);
        int radix = in.u8();
        if (radix != 10 && radix != 16) {
            throw in.damaged("radix " + radix);
        }
        form = new NumberForm(radix, in.count("digits", 0, radix == 10 ? 0 : 16));
        int count = in.count("prefix count", 1, Math.min(MAX_PREFIXES, slice.rows()));
        prefixes = new byte[count][];
        for (int i = 0; i < count; i++) {
            prefixes[i] = in.blob();
            if (i > 0 && Arrays.compareUnsigned(prefixes[i - 1], prefixes[i]) >= 0) {
                throw in.damaged("prefixes are not sorted");
            }
        }
        prefixWidth = Packing.widthOf(count - 1L);
        int pageCount = slice.pageCount();
        pages = new PageRef[pageCount];
        frames = new Frame[pageCount];
        exceptionCounts = new int[pageCount];
        long offset = slice.pages().offset(in);
        for (int i = 0; i < pageCount; i++) {
            int rows = slice.rowsInPage(i);
            frames[i] = Frame.read(in);
            exceptionCounts[i] = in.count("exception count", 0, rows);
            int length = slice.pages().length(in, offset);
            long packed = Packing.bytes(prefixWidth, rows) + Packing.bytes(frames[i].width(), rows);
            if (length < packed + 2L * exceptionCounts[i]) {
                throw in.damaged("page " + i + " is too short for its rows");
            }
            pages[i] = new PageRef(offset, length, in.u32());
            offset += length;
        }
    }

    /** Writes the values, or returns null and writes nothing when they are not of this nature. */
    static @Nullable EncodedColumn tryEncode(TextValues values, int pageRows, PageWriter out) throws IOException {
        NumberForm form = form(values);
        if (form == null) {
            return null;
        }
        int rows = values.rows();
        byte[] arena = values.arena();
        DictionaryBuilder prefixes = new DictionaryBuilder();
        long[] numbers = new long[rows];
        int[] prefixIds = new int[rows];
        Bitmap exceptions = new Bitmap(rows);
        int exceptionCount = 0;
        long raw = 0;
        for (int row = 0; row < rows; row++) {
            int start = values.start(row);
            int length = values.length(row);
            raw += length;
            int at = form.numberAt(arena, start, length);
            if (at < 0) {
                exceptions.set(row);
                if (++exceptionCount > rows / EXCEPTION_SHARE) {
                    return null;
                }
                continue;
            }
            numbers[row] = form.parse(arena, at, start + length);
            prefixIds[row] = prefixes.add(arena, start, at - start);
            if (prefixes.size() > MAX_PREFIXES) {
                return null;
            }
        }
        Frame whole = Frame.of(numbers, exceptions, 0, rows, false);
        int prefixWidth = Packing.widthOf(prefixes.size() - 1L);
        // Hardly fewer bits than the text has: short values, which compress well.
        if ((long) (whole.width() + prefixWidth) * rows > raw * 7) {
            return null;
        }
        return encode(values, form, prefixes, prefixIds, numbers, exceptions, raw, pageRows, out);
    }

    /** The form that nearly all of a sample has, or null. */
    private static @Nullable NumberForm form(TextValues values) {
        // The length that two of three rows agree on; any one may be the exception.
        int early = values.length(values.rows() / 4);
        int middle = values.length(values.rows() / 2);
        int late = values.length((int) (values.rows() * 3L / 4));
        int length = early == late ? early : middle;
        NumberForm fixed = new NumberForm(16, Math.min(16, Math.max(1, length)));
        for (NumberForm form : new NumberForm[] {fixed, NumberForm.HEX, NumberForm.DECIMAL}) {
            if (fits(values, form)) {
                return form;
            }
        }
        return null;
    }

    private static boolean fits(TextValues values, NumberForm form) {
        int rows = values.rows();
        int sample = Math.min(SAMPLE, rows);
        int misses = 0;
        DictionaryBuilder prefixes = new DictionaryBuilder();
        for (int i = 0; i < sample; i++) {
            int row = (int) ((long) i * rows / sample);
            int start = values.start(row);
            int at = form.numberAt(values.arena(), start, values.length(row));
            if (at < 0) {
                misses++;
            } else {
                prefixes.add(values.arena(), start, at - start);
            }
        }
        return misses <= sample / 100 && prefixes.size() >= 1 && prefixes.size() <= MAX_PREFIXES;
    }

    private static EncodedColumn encode(
            TextValues values,
            NumberForm form,
            DictionaryBuilder prefixes,
            int[] prefixIds,
            long[] numbers,
            Bitmap exceptions,
            long raw,
            int pageRows,
            PageWriter out)
            throws IOException {
        int rows = values.rows();
        boolean hasEmpty = false;
        for (int row = exceptions.nextSetBit(0); row >= 0; row = exceptions.nextSetBit(row + 1)) {
            hasEmpty |= values.length(row) == 0;
        }
        ByteWriter body = new ByteWriter(128);
        body.u8(hasEmpty ? ColumnBlock.HAS_EMPTY : 0);
        body.varint(raw);
        body.u8(form.radix());
        body.u8(form.digits());
        int[] sorted = prefixes.sorted();
        int[] rank = new int[sorted.length];
        body.varint(sorted.length);
        for (int i = 0; i < sorted.length; i++) {
            rank[sorted[i]] = i;
            body.blob(prefixes.arena(), prefixes.offset(sorted[i]), prefixes.length(sorted[i]));
        }
        int prefixWidth = Packing.widthOf(sorted.length - 1L);
        body.varint(out.position());
        long[] buffer = out.buffers().longs(Math.min(rows, pageRows));
        ByteWriter page = out.buffers().page;
        for (int from = 0; from < rows; from += pageRows) {
            int n = Math.min(pageRows, rows - from);
            page.clear();
            for (int i = 0; i < n; i++) {
                buffer[i] = exceptions.get(from + i) ? 0 : rank[prefixIds[from + i]];
            }
            int at = page.skip((int) Packing.bytes(prefixWidth, n));
            Packing.pack(buffer, 0, n, prefixWidth, page.buffer(), at);
            Frame frame = Frame.of(numbers, exceptions, from, n, false);
            frame.pack(numbers, exceptions, from, n, buffer, page);
            int count = writeExceptions(values, exceptions, from, n, page);
            PageRef ref = out.write(page);
            frame.write(body);
            body.varint(count);
            body.varint(ref.length());
            body.u32(ref.crc());
        }
        return new EncodedColumn(ColumnBlock.PREFIXED_NUMBER, body);
    }

    private static int writeExceptions(TextValues values, Bitmap exceptions, int from, int n, ByteWriter page) {
        int count = 0;
        int before = from;
        for (int row = exceptions.nextSetBit(from); row >= 0 && row < from + n; row = exceptions.nextSetBit(row + 1)) {
            page.varint(row - before);
            page.blob(values.arena(), values.start(row), values.length(row));
            before = row;
            count++;
        }
        return count;
    }

    @Override
    public Encoding encoding() {
        return Encoding.PREFIXED_NUMBER;
    }

    @Override
    public long encodedBytes() {
        long bytes = pageBytes(pages);
        for (byte[] prefix : prefixes) {
            bytes += prefix.length + 1;
        }
        return bytes;
    }

    @Override
    public boolean mayMatch(ColumnPredicate predicate, int page) {
        byte[][] exact = predicate.exactValues();
        if (exact == null || exceptionCounts[page] > 0) {
            return true;
        }
        for (byte[] value : exact) {
            int at = form.numberAt(value, 0, value.length);
            if (at >= 0 && prefixId(value, at) >= 0) {
                long v = form.parse(value, at, value.length);
                if (v >= frames[page].min() && v <= frames[page].max()) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Number of the prefix {@code value[0, length)}, or -1. */
    private int prefixId(byte[] value, int length) {
        for (int i = 0; i < prefixes.length; i++) {
            if (Arrays.equals(prefixes[i], 0, prefixes[i].length, value, 0, length)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public ColumnPage page(int page) throws IOException {
        MemorySegment bytes = readPage(page, pages[page]);
        int rows = slice.rowsInPage(page);
        long numbersAt = Packing.bytes(prefixWidth, rows);
        long exceptionsAt = numbersAt + Packing.bytes(frames[page].width(), rows);
        int length = (int) (pages[page].length() - exceptionsAt);
        byte[] tail = new byte[length];
        MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, exceptionsAt, tail, 0, length);
        ByteReader in =
                new ByteReader(tail, 0, length, place(page), slice.pages().damage());
        int[] exceptionRows = new int[exceptionCounts[page]];
        ValueBuffer texts = new ValueBuffer(Math.max(1, exceptionRows.length), Math.max(1, length));
        int row = 0;
        for (int i = 0; i < exceptionRows.length; i++) {
            row += in.count("exception gap", i == 0 ? 0 : 1, rows - 1 - row);
            exceptionRows[i] = row;
            byte[] text = in.blob();
            texts.add(text, 0, text.length);
        }
        in.finish();
        Page opened = new Page(rows, bytes, numbersAt, frames[page], exceptionRows, texts);
        if ((1 << prefixWidth) != prefixes.length) {
            opened.checkPrefixes(page);
        }
        return opened;
    }

    @Override
    public void ranges(int page, RangeConsumer ranges) {
        PageReader.range(pages[page], ranges);
    }

    private final class Page implements ColumnPage {
        private final int rows;
        private final MemorySegment bytes;
        private final long numbersAt;
        private final Frame frame;
        private final int[] exceptionRows;
        private final ValueBuffer exceptions;
        private long @Nullable [] numbers;
        private int @Nullable [] prefixIds;

        Page(int rows, MemorySegment bytes, long numbersAt, Frame frame, int[] exceptionRows, ValueBuffer exceptions) {
            this.rows = rows;
            this.bytes = bytes;
            this.numbersAt = numbersAt;
            this.frame = frame;
            this.exceptionRows = exceptionRows;
            this.exceptions = exceptions;
        }

        void checkPrefixes(int page) throws IOException {
            Bitmap wrong = new Bitmap(rows);
            Kernels.packedScan(KernelUse.PACKED_RANGE)
                    .range(bytes, 0, prefixWidth, rows, prefixes.length, Packing.mask(prefixWidth), wrong.words());
            if (!wrong.isEmpty()) {
                throw damaged(page, "row " + wrong.nextSetBit(0) + " has an unknown prefix");
            }
        }

        @Override
        public int rows() {
            return rows;
        }

        @Override
        public void retain(ColumnPredicate predicate, Bitmap selection) {
            byte[][] exact = predicate.exactValues();
            if (exact == null || exact.length > MAX_EXACT) {
                retainByText(predicate, selection);
                return;
            }
            Bitmap matches = new Bitmap(rows);
            Bitmap one = new Bitmap(rows);
            Bitmap prefix = new Bitmap(rows);
            for (byte[] value : exact) {
                int at = form.numberAt(value, 0, value.length);
                int id = at < 0 ? -1 : prefixId(value, at);
                if (id >= 0) {
                    long v = form.parse(value, at, value.length);
                    frame.range(bytes, numbersAt, rows, v, v, one);
                    if (prefixWidth > 0) {
                        Kernels.packedScan(KernelUse.PACKED_EQUAL)
                                .equal(bytes, 0, prefixWidth, rows, id, prefix.words());
                        one.and(prefix);
                    }
                    matches.or(one);
                }
            }
            for (int i = 0; i < exceptionRows.length; i++) {
                if (predicate.test(exceptions.arena, exceptions.offset(i), exceptions.length(i))) {
                    matches.set(exceptionRows[i]);
                } else {
                    matches.clear(exceptionRows[i]);
                }
            }
            selection.and(matches);
        }

        private void retainByText(ColumnPredicate predicate, Bitmap selection) {
            byte[] text = new byte[256];
            int exception = 0;
            for (int row = selection.nextSetBit(0); row >= 0; row = DictionaryColumn.next(selection, row)) {
                exception = exceptionAt(exception, row);
                boolean matches;
                if (exception < exceptionRows.length && exceptionRows[exception] == row) {
                    matches = predicate.test(
                            exceptions.arena, exceptions.offset(exception), exceptions.length(exception));
                } else {
                    byte[] prefix = prefixes[prefixIds()[row]];
                    if (text.length < prefix.length + Decimal.MAX_LENGTH) {
                        text = new byte[prefix.length + 256];
                    }
                    System.arraycopy(prefix, 0, text, 0, prefix.length);
                    int length = prefix.length + form.write(numbers()[row], text, prefix.length);
                    matches = predicate.test(text, 0, length);
                }
                if (!matches) {
                    selection.clear(row);
                }
            }
        }

        /** The first exception, not before {@code i}, at or behind a row. */
        private int exceptionAt(int i, int row) {
            int at = i;
            while (at < exceptionRows.length && exceptionRows[at] < row) {
                at++;
            }
            return at;
        }

        private long[] numbers() {
            long[] known = numbers;
            if (known == null) {
                known = new long[rows];
                frame.unpack(bytes, numbersAt, rows, known);
                numbers = known;
            }
            return known;
        }

        private int[] prefixIds() {
            int[] known = prefixIds;
            if (known == null) {
                known = new int[rows];
                Kernels.bitUnpack().ints(bytes, 0, prefixWidth, rows, 0, known);
                prefixIds = known;
            }
            return known;
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
            boolean many = selection.cardinality() > rows >>> 4;
            int exception = 0;
            for (int row = selection.nextSetBit(0); row >= 0; row = DictionaryColumn.next(selection, row)) {
                exception = exceptionAt(exception, row);
                if (exception < exceptionRows.length && exceptionRows[exception] == row) {
                    out.add(exceptions.arena, exceptions.offset(exception), exceptions.length(exception));
                    continue;
                }
                int id = many ? prefixIds()[row] : (int) Packing.get(bytes, 0, prefixWidth, rows, row);
                long number = many ? numbers()[row] : frame.get(bytes, numbersAt, rows, row);
                byte[] prefix = prefixes[id];
                out.reserve(1, prefix.length + Decimal.MAX_LENGTH);
                int end = out.bytes();
                System.arraycopy(prefix, 0, out.arena, end, prefix.length);
                end += prefix.length;
                end += form.write(number, out.arena, end);
                out.ends[out.count++] = end;
            }
        }
    }
}
