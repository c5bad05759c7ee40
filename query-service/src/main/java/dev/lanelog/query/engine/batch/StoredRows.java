package dev.lanelog.query.engine.batch;

import dev.lanelog.columnar.kernel.Bitmap;

/** Rows of a stored page whose columns a batch has not asked for yet. */
public interface StoredRows {
    /** Makes the column of these rows; an absent one is empty. */
    ColumnVector load(String column);

    /** The rows in {@code rows}, which counts among these rows, of which there are {@code count}. */
    StoredRows select(Bitmap rows, int count);
}
