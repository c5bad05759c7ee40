package dev.lanelog.columnar.column;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * One column of a slice: metadata at once, pages on demand. Pages are opened for reading by {@link #page}; nothing here
 * but {@link #dictionary()} and {@link #page} touches the disk or network.
 */
public interface Column {
    String name();

    Encoding encoding();

    /** Whether any row has the empty value. */
    boolean hasEmpty();

    /** Number of distinct values, the empty one counted, or -1 when it is not known. */
    int distinctCount();

    /** Bytes of the column on disk or in the chunk, dictionary included. */
    long encodedBytes();

    /**
     * The distinct values with a count each; null unless {@link #encoding()} is {@link Encoding#CONSTANT} or {@link
     * Encoding#DICTIONARY}. Read once and kept.
     *
     * @throws IOException when it can't be read
     */
    @Nullable Dictionary dictionary() throws IOException;

    /**
     * Whether metadata allows a match in page {@code page}. False is certain, true is not. Does not read pages, but may
     * read the dictionary or a filter.
     */
    boolean mayMatch(ColumnPredicate predicate, int page) throws IOException;

    /**
     * Opens a page. Checks its checksum the first time.
     *
     * @throws dev.lanelog.columnar.group.CorruptGroupException when the bytes are damaged; names file, column and page
     */
    ColumnPage page(int page) throws IOException;

    /** Adds the byte ranges that opening this page (and the dictionary) will read. */
    void ranges(int page, RangeConsumer ranges);

    /** Smallest value of a page of an {@link Encoding#INTEGER} column; only when no row of the page is empty. */
    long minLong(int page);

    /** Largest value of a page of an {@link Encoding#INTEGER} column; only when no row of the page is empty. */
    long maxLong(int page);

    /** Receives byte ranges of the group file. */
    interface RangeConsumer {
        void range(long offset, int length);
    }
}
