package dev.lanelog.columnar.group;

import dev.lanelog.columnar.column.Column;
import dev.lanelog.columnar.column.TimeColumn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one tenant and UTC day in a group, sorted by time (ties in arrival order). Immutable and safe for use by
 * many threads. A row is a time and a value, possibly empty, in every column; a column that a row's sender did not set
 * reads as the empty value, the same as an absent column does, because LogsQL does not tell them apart.
 *
 * <p>Columns hold field values under the field's name. The stream is a column like the others: {@value #STREAM} holds
 * the canonical stream text {@code {a="b",c="d"}} ({@code {}} for rows without stream fields). There is no column for
 * {@code _time} (see {@link #time()}) and none for {@code _stream_id}, which follows from tenant and stream text.
 */
public interface Slice {
    /** Name of the stream column. */
    String STREAM = "_stream";

    /** Name of the group file or head chunk, for messages and statistics. */
    String groupName();

    Tenant tenant();

    /** Days since 1970-01-01 UTC. */
    int day();

    /** Number of rows, at least 1. */
    int rows();

    /** Smallest time in nanoseconds since the epoch. */
    long minTimeNs();

    /** Largest time in nanoseconds since the epoch, inclusive. */
    long maxTimeNs();

    /** Rows in every page but the last, a multiple of 64. The same for all columns of the slice. */
    int pageRows();

    /** Number of pages: {@code ceil(rows / pageRows)}. */
    default int pageCount() {
        return (rows() + pageRows() - 1) / pageRows();
    }

    /** Rows in page {@code page}. */
    default int rowsInPage(int page) {
        return Math.min(pageRows(), rows() - page * pageRows());
    }

    TimeColumn time();

    /** All columns, sorted by name. A column that is here has at least one non-empty value. */
    List<Column> columns();

    /** The column of that name, or null when every row is empty there. */
    @Nullable Column column(String name);
}
