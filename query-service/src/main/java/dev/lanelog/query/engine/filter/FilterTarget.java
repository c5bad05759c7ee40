package dev.lanelog.query.engine.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.batch.ColumnVector;
import java.io.IOException;
import java.util.List;

/** Rows that a filter looks at: a stored page or a batch. Bitmaps have a bit per row. Used by one thread at a time. */
public interface FilterTarget {
    int rows();

    /** Names of all fields. */
    List<String> names();

    /** Clears the rows whose value of a field does not match; an absent field has the empty value in every row. */
    void retain(String field, ColumnPredicate predicate, Bitmap rows) throws IOException;

    /** Clears the rows whose time is not in {@code [minNs, maxNs]}. */
    void retainTime(long minNs, long maxNs, Bitmap rows) throws IOException;

    /** Clears the rows whose time does not match. */
    void retainTime(TimeCondition condition, Bitmap rows) throws IOException;

    /** The values of a field in all rows. */
    ColumnVector column(String field) throws IOException;

    /** How a field is stored: the names of {@code value_type}. */
    String valueType(String field);

    /** What it costs to look at a value of this field, 1 for the cheapest. */
    int cost(String field);

    /** A condition on a time. */
    @FunctionalInterface
    interface TimeCondition {
        boolean matches(long timeNs);
    }
}
