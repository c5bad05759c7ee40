package dev.lanelog.columnar.column;

import dev.lanelog.columnar.kernel.Bitmap;

/**
 * An opened page. Rows are numbered from 0 within the page. Not safe for use by several threads at once: a page may
 * keep scratch space between calls.
 */
public interface ColumnPage {
    int rows();

    /**
     * Clears in {@code rows} every set bit whose row does not match; bits that are already clear are not looked at.
     * {@code rows.size()} is {@link #rows()}.
     */
    void retain(ColumnPredicate predicate, Bitmap rows);

    /** How values can be had cheaply: see {@link #ids} and {@link #longs}. */
    Kind kind();

    /** Dictionary ids of all rows; only for {@link Kind#IDS}. {@code out.length >= rows()}. */
    void ids(int[] out);

    /**
     * Values of all rows; only for {@link Kind#LONGS}. Rows with the empty value get 0 and their bit set in {@code
     * empty}, which comes cleared and with {@code size() == rows()}.
     */
    void longs(long[] out, Bitmap empty);

    /** Appends the text of every row whose bit is set, in row order. Works for every kind. */
    void append(Bitmap rows, ValueBuffer out);

    /** What a page gives without making text. */
    enum Kind {
        /** Ids into the column's dictionary. */
        IDS,
        /** Integers whose decimal text is the value. */
        LONGS,
        /** Text only. */
        TEXT
    }
}
