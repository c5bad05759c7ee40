package dev.lanelog.columnar.column;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the columns of a group have in common: name, shape, and pages whose checksum is checked once. */
public abstract class StoredColumn implements Column {
    /**
     * Metadata that every kind has.
     *
     * @param place names the column in messages
     */
    record Common(String name, SliceShape slice, boolean hasEmpty, long rawBytes, String place) {}

    final Common common;
    final SliceShape slice;

    /** Pages whose checksum was found right. Racy on purpose: at worst a page is checked twice. */
    private final boolean[] checked;

    private volatile boolean blobChecked;

    StoredColumn(Common common) {
        this.common = common;
        this.slice = common.slice();
        this.checked = new boolean[slice.pageCount()];
    }

    /**
     * Called once when all columns of the slice are known.
     *
     * @throws IOException when it refers to one that is not there
     */
    public void bind(List<StoredColumn> columns) throws IOException {}

    @Override
    public final String name() {
        return common.name();
    }

    @Override
    public final boolean hasEmpty() {
        return common.hasEmpty();
    }

    /** Sum of the lengths of all values. */
    public final long rawBytes() {
        return common.rawBytes();
    }

    @Override
    public int distinctCount() {
        return -1;
    }

    @Override
    public @Nullable Dictionary dictionary() throws IOException {
        return null;
    }

    @Override
    public boolean mayMatch(ColumnPredicate predicate, int page) throws IOException {
        return true;
    }

    @Override
    public long minLong(int page) {
        throw new UnsupportedOperationException(encoding() + " column " + name() + " has no integers");
    }

    @Override
    public long maxLong(int page) {
        throw new UnsupportedOperationException(encoding() + " column " + name() + " has no integers");
    }

    final String place(int page) {
        return common.place() + " page " + page;
    }

    final IOException damaged(int page, String what) {
        return slice.pages().damage().at(place(page), what);
    }

    final boolean isChecked(int page) {
        return checked[page];
    }

    /** Reads a page and checks it unless that was done before. */
    final MemorySegment readPage(int page, PageRef ref) throws IOException {
        MemorySegment bytes = slice.pages().read(ref, place(page), !checked[page]);
        checked[page] = true;
        return bytes;
    }

    /** Like {@link #readPage}, in an array. */
    final byte[] readPageArray(int page, PageRef ref) throws IOException {
        byte[] bytes = slice.pages().readArray(ref, place(page), !checked[page]);
        checked[page] = true;
        return bytes;
    }

    /** Reads what belongs to the whole column, such as a dictionary. */
    final byte[] readBlob(PageRef ref, String what) throws IOException {
        byte[] bytes = slice.pages().readArray(ref, common.place() + " " + what, !blobChecked);
        blobChecked = true;
        return bytes;
    }

    static long pageBytes(PageRef[] pages) {
        long sum = 0;
        for (PageRef page : pages) {
            sum += page.length();
        }
        return sum;
    }
}
