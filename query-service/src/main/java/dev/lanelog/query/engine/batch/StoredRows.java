package dev.lanelog.query.engine.batch;

import dev.lanelog.columnar.kernel.Bitmap;
import org.jspecify.annotations.Nullable;

/** Rows of a stored page whose columns a batch has not asked for yet. */
public interface StoredRows {
    /** Makes the column of these rows; an absent one is empty. */
    ColumnVector load(String column);

    /** The rows in {@code rows}, which counts among these rows, of which there are {@code count}. */
    StoredRows select(Bitmap rows, int count);

    /** How a column of these rows is stored, or null when it is not. Reads the dictionary, no page. */
    @Nullable Storage storage(String column);

    /**
     * How a column is stored.
     *
     * @param type as {@code value_type} calls it
     * @param pageBytes bytes of the group that hold the page, its dictionary included
     * @param distinctValues number of distinct values in the slice, 0 when it is not known
     * @param dictionaryBytes bytes of the dictionary's values, 0 when there is none
     * @param group name of the group
     */
    record Storage(String type, long pageBytes, long distinctValues, long dictionaryBytes, String group) {}
}
