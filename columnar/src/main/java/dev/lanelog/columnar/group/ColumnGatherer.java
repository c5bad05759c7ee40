package dev.lanelog.columnar.group;

import dev.lanelog.columnar.column.ColumnEncoder;
import dev.lanelog.columnar.column.ColumnPage;
import dev.lanelog.columnar.column.Dictionary;
import dev.lanelog.columnar.column.DictionaryBuilder;
import dev.lanelog.columnar.column.EncodedColumn;
import dev.lanelog.columnar.column.Encoding;
import dev.lanelog.columnar.column.StoredColumn;
import dev.lanelog.columnar.column.TextValues;
import dev.lanelog.columnar.column.ValueBuffer;
import dev.lanelog.columnar.kernel.Bitmap;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Brings one column of several slices together, in the merged order, in the form that needs the least decoding: numbers
 * of values while all inputs have dictionaries, integers while all have integers, text otherwise.
 */
final class ColumnGatherer {
    /** Distinct values that a dictionary may have in any case. */
    private static final int SMALL_DICTIONARY = 4096;

    private static final int MAX_DICTIONARY = 64 << 10;

    private final List<StoredSlice> inputs;
    private final int[] lo;
    private final int[] hi;
    private final int[] base;
    private final int rows;

    /** The gathered row of every output row; null when they are the same. */
    private final int @Nullable [] order;

    private final Runnable checkCancelled;

    /**
     * @param lo first row to take of each input
     * @param hi one past the last row to take of each input
     * @param base where the rows of each input start when gathered, and the row count
     */
    ColumnGatherer(
            List<StoredSlice> inputs, int[] lo, int[] hi, int[] base, int @Nullable [] order, Runnable checkCancelled) {
        this.inputs = inputs;
        this.lo = lo;
        this.hi = hi;
        this.base = base;
        this.rows = base[base.length - 1];
        this.order = order;
        this.checkCancelled = checkCancelled;
    }

    /** Writes the column; null when all rows are empty. */
    @Nullable EncodedColumn encode(String name, ColumnEncoder encoder, int pageRows) throws IOException {
        boolean dictionaries = true;
        boolean integers = true;
        for (int i = 0; i < inputs.size(); i++) {
            StoredColumn column = inputs.get(i).column(name);
            if (column == null || lo[i] == hi[i]) {
                continue;
            }
            Encoding encoding = column.encoding();
            dictionaries &= encoding == Encoding.DICTIONARY || encoding == Encoding.CONSTANT;
            integers &= encoding == Encoding.INTEGER;
        }
        if (dictionaries) {
            return encodeDictionaries(name, encoder, pageRows);
        }
        return integers ? encodeIntegers(name, encoder, pageRows) : encodeText(name, encoder, pageRows);
    }

    private @Nullable EncodedColumn encodeDictionaries(String name, ColumnEncoder encoder, int pageRows)
            throws IOException {
        DictionaryBuilder values = new DictionaryBuilder();
        int[] gathered = new int[rows];
        for (int i = 0; i < inputs.size(); i++) {
            StoredColumn column = inputs.get(i).column(name);
            Dictionary dictionary = column == null ? null : column.dictionary();
            if (column == null || dictionary == null) {
                Arrays.fill(gathered, base[i], base[i + 1], values.add(new byte[0], 0, 0));
                continue;
            }
            int[] map = new int[dictionary.size()];
            for (int id = 0; id < map.length; id++) {
                map[id] = values.add(dictionary.arena(), dictionary.offset(id), dictionary.length(id));
            }
            StoredSlice slice = inputs.get(i);
            int[] ids = new int[Math.min(slice.rows(), slice.pageRows())];
            forPages(i, column, (page, from, to, at) -> {
                page.ids(ids);
                for (int r = from, o = at; r < to; r++, o++) {
                    gathered[o] = map[ids[r]];
                }
            });
        }
        int[] ids = gathered;
        if (order != null) {
            ids = new int[rows];
            for (int r = 0; r < rows; r++) {
                ids[r] = gathered[order[r]];
            }
        }
        if (values.size() > MAX_DICTIONARY || values.size() > SMALL_DICTIONARY && values.size() > rows / 2) {
            return encoder.text(new TextValues(values.arena(), values.offsets(), ids, 0, rows), pageRows);
        }
        return encoder.ids(values.arena(), values.offsets(), values.size(), ids, pageRows);
    }

    private EncodedColumn encodeIntegers(String name, ColumnEncoder encoder, int pageRows) throws IOException {
        long[] gathered = new long[rows];
        Bitmap empty = new Bitmap(rows);
        for (int i = 0; i < inputs.size(); i++) {
            StoredColumn column = inputs.get(i).column(name);
            if (column == null) {
                empty.setRange(base[i], base[i + 1]);
                continue;
            }
            StoredSlice slice = inputs.get(i);
            long[] longs = new long[Math.min(slice.rows(), slice.pageRows())];
            Bitmap holes = new Bitmap(0);
            forPages(i, column, (page, from, to, at) -> {
                holes.reset(page.rows());
                page.longs(longs, holes);
                System.arraycopy(longs, from, gathered, at, to - from);
                for (int r = holes.nextSetBit(from); r >= 0 && r < to; r = holes.nextSetBit(r + 1)) {
                    empty.set(at + r - from);
                }
            });
        }
        boolean anyEmpty = !empty.isEmpty();
        if (order == null) {
            return encoder.longs(gathered, anyEmpty ? empty : null, pageRows);
        }
        long[] longs = new long[rows];
        Bitmap holes = anyEmpty ? new Bitmap(rows) : null;
        for (int r = 0; r < rows; r++) {
            longs[r] = gathered[order[r]];
            if (holes != null && empty.get(order[r])) {
                holes.set(r);
            }
        }
        return encoder.longs(longs, holes, pageRows);
    }

    private @Nullable EncodedColumn encodeText(String name, ColumnEncoder encoder, int pageRows) throws IOException {
        ValueBuffer buffer = new ValueBuffer(rows, 1 << 16);
        Bitmap selection = new Bitmap(0);
        for (int i = 0; i < inputs.size(); i++) {
            StoredColumn column = inputs.get(i).column(name);
            if (column == null) {
                int end = buffer.bytes();
                Arrays.fill(buffer.ends, base[i], base[i + 1], end);
                buffer.count = base[i + 1];
                continue;
            }
            forPages(i, column, (page, from, to, at) -> {
                selection.reset(page.rows());
                selection.setRange(from, to);
                page.append(selection, buffer);
            });
        }
        int[] offsets = new int[rows + 1];
        System.arraycopy(buffer.ends, 0, offsets, 1, rows);
        TextValues text = new TextValues(buffer.arena, offsets, order, 0, rows);
        DictionaryBuilder values = new DictionaryBuilder();
        int[] ids = dictionaryIds(text, values);
        return ids != null
                ? encoder.ids(values.arena(), values.offsets(), values.size(), ids, pageRows)
                : encoder.text(text, pageRows);
    }

    /** Numbers the values unless there are too many different ones; then null. */
    private static int @Nullable [] dictionaryIds(TextValues text, DictionaryBuilder values) {
        int rows = text.rows();
        int[] ids = new int[rows];
        for (int r = 0; r < rows; r++) {
            ids[r] = values.add(text.arena(), text.start(r), text.length(r));
            if (values.size() > SMALL_DICTIONARY && (values.size() > r / 2 || values.size() > MAX_DICTIONARY)) {
                return null;
            }
        }
        // The first rows decide too early when they repeat nothing; the end decides for small slices.
        return values.size() > 256 && values.size() > rows / 2 ? null : ids;
    }

    /** Calls {@code work} for the pages of input i that have rows to take. */
    private void forPages(int i, StoredColumn column, PageWork work) throws IOException {
        StoredSlice slice = inputs.get(i);
        int pageRows = slice.pageRows();
        for (int p = lo[i] / pageRows; p * (long) pageRows < hi[i]; p++) {
            checkCancelled.run();
            int first = p * pageRows;
            int from = Math.max(lo[i] - first, 0);
            int to = Math.min(hi[i] - first, slice.rowsInPage(p));
            work.rows(column.page(p), from, to, base[i] + first + from - lo[i]);
        }
    }

    /** Takes the rows {@code [from, to)} of a page to the gathered rows from {@code at} on. */
    @FunctionalInterface
    private interface PageWork {
        void rows(ColumnPage page, int from, int to, int at) throws IOException;
    }
}
