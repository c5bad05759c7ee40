package dev.lanelog.columnar.group;

import dev.lanelog.columnar.column.ColumnEncoder;
import dev.lanelog.columnar.column.ColumnPage;
import dev.lanelog.columnar.column.Dictionary;
import dev.lanelog.columnar.column.DictionaryBuilder;
import dev.lanelog.columnar.column.EncodedColumn;
import dev.lanelog.columnar.column.Encoding;
import dev.lanelog.columnar.column.ReferenceFinder;
import dev.lanelog.columnar.column.StoredColumn;
import dev.lanelog.columnar.column.TextValues;
import dev.lanelog.columnar.column.ValueBuffer;
import dev.lanelog.columnar.kernel.Bitmap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Brings one column of several slices together, in the merged order, in the form that needs the least decoding: numbers
 * of values while all inputs have dictionaries, integers while all have integers, text otherwise.
 */
final class ColumnGatherer {
    /** Rows of a sample, and inputs that it is taken from. */
    private static final int SAMPLE_ROWS = 2000;

    private static final int SAMPLE_INPUTS = 8;

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

    /**
     * What became of a column.
     *
     * @param column null when all rows are empty or the column is deferred
     * @param deferred nothing but block text or a large dictionary suits it: it may refer to others once they are written
     */
    record Outcome(@Nullable EncodedColumn column, boolean deferred) {}

    private static Outcome done(@Nullable EncodedColumn column) {
        return new Outcome(column, false);
    }

    /** Writes the column unless it is deferred. */
    Outcome encode(String name, ColumnEncoder encoder, int pageRows) throws IOException {
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
        return integers ? done(encodeIntegers(name, encoder, pageRows)) : encodeText(name, encoder, pageRows);
    }

    private Outcome encodeDictionaries(String name, ColumnEncoder encoder, int pageRows) throws IOException {
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
        if (values.size() > ColumnEncoder.SMALL_DICTIONARY) {
            TextValues text = new TextValues(values.arena(), values.offsets(), ids, 0, rows);
            EncodedColumn typed = encoder.typed(text, pageRows);
            if (typed != null) {
                return done(typed);
            }
            return new Outcome(null, true);
        }
        return done(encoder.ids(values.arena(), values.offsets(), values.size(), null, ids, rows, pageRows));
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

    private Outcome encodeText(String name, ColumnEncoder encoder, int pageRows) throws IOException {
        TextValues text = text(name);
        if (ColumnEncoder.allSame(text)) {
            return done(encoder.text(text, pageRows));
        }
        DictionaryBuilder values = new DictionaryBuilder();
        int[] ids = ColumnEncoder.dictionaryIds(text, values);
        if (ids != null && values.size() <= ColumnEncoder.SMALL_DICTIONARY) {
            return done(encoder.ids(values.arena(), values.offsets(), values.size(), null, ids, rows, pageRows));
        }
        EncodedColumn typed = encoder.typed(text, pageRows);
        if (typed != null) {
            return done(typed);
        }
        return new Outcome(null, true);
    }

    /**
     * Writes a deferred column, with references to others where that helps.
     *
     * @param others columns that are written and refer to none
     */
    Outcome encodeDeferred(String name, List<String> others, ColumnEncoder encoder, int pageRows) throws IOException {
        TextValues text = text(name);
        List<ReferenceFinder.Candidate> refs = new ArrayList<>();
        for (String ref : chooseReferences(name, others)) {
            refs.add(new ReferenceFinder.Candidate(ref, text(ref)));
        }
        EncodedColumn column = refs.isEmpty() ? null : encoder.references(text, refs, pageRows);
        if (column != null) {
            return new Outcome(column, true);
        }
        DictionaryBuilder values = new DictionaryBuilder();
        int[] ids = ColumnEncoder.dictionaryIds(text, values);
        return done(
                ids != null
                        ? encoder.ids(values.arena(), values.offsets(), values.size(), null, ids, rows, pageRows)
                        : encoder.block(text, pageRows));
    }

    private List<String> chooseReferences(String name, List<String> others) throws IOException {
        if (rows < SAMPLE_ROWS / 4) {
            return List.of();
        }
        TextValues sample = sample(name);
        List<ReferenceFinder.Candidate> candidates = new ArrayList<>();
        for (String other : others) {
            TextValues values = sample(other);
            if (values.offsets()[values.rows()] < sample.offsets()[sample.rows()]) {
                candidates.add(new ReferenceFinder.Candidate(other, values));
            }
        }
        return ReferenceFinder.choose(sample, candidates);
    }

    /** The same rows of any column: some of the first ones of a few inputs. */
    private TextValues sample(String name) throws IOException {
        ValueBuffer buffer = new ValueBuffer(SAMPLE_ROWS, 1 << 14);
        int taken = Math.min(SAMPLE_INPUTS, inputs.size());
        for (int s = 0; s < taken; s++) {
            int i = (int) ((long) s * inputs.size() / taken);
            StoredSlice slice = inputs.get(i);
            int page = lo[i] / slice.pageRows();
            int from = lo[i] - page * slice.pageRows();
            int to = Math.min(
                    Math.min(slice.rowsInPage(page), from + SAMPLE_ROWS / taken), hi[i] - page * slice.pageRows());
            StoredColumn column = slice.column(name);
            for (int row = from; row < to && column == null; row++) {
                buffer.add(buffer.arena, 0, 0);
            }
            if (column != null && from < to) {
                Bitmap selection = new Bitmap(slice.rowsInPage(page));
                selection.setRange(from, to);
                column.page(page).append(selection, buffer);
            }
        }
        return values(buffer, null, buffer.count);
    }

    private static TextValues values(ValueBuffer buffer, int @Nullable [] order, int rows) {
        int[] offsets = new int[rows + 1];
        System.arraycopy(buffer.ends, 0, offsets, 1, rows);
        return new TextValues(buffer.arena, offsets, order, 0, rows);
    }

    /** The text of all rows. */
    private TextValues text(String name) throws IOException {
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
        return values(buffer, order, rows);
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
