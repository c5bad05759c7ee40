package dev.lanelog.query.engine.exec;

import dev.lanelog.columnar.column.Column;
import dev.lanelog.columnar.column.ColumnPage;
import dev.lanelog.columnar.group.Slice;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * A page with those of its columns that were opened: a column that a filter looked at is not opened again for the pipes.
 * Used by one thread at a time.
 */
final class OpenPage {
    private final SliceScan scan;
    private final int page;
    private final Map<String, ColumnPage> opened = new HashMap<>();
    private long[] times = new long[0];

    OpenPage(SliceScan scan, int page) {
        this.scan = scan;
        this.page = page;
    }

    SliceScan scan() {
        return scan;
    }

    int page() {
        return page;
    }

    int rows() {
        return scan.slice().rowsInPage(page);
    }

    /** The page of a column; checks first whether the query is to end. */
    ColumnPage column(Column column) throws IOException {
        ColumnPage kept = opened.get(column.name());
        if (kept == null) {
            scan.run().check();
            kept = column.page(page);
            opened.put(column.name(), kept);
        }
        return kept;
    }

    /** Stored times of all rows of the page; shared, not to be changed. */
    long[] times() throws IOException {
        if (times.length == 0) {
            Slice slice = scan.slice();
            long[] read = new long[rows()];
            slice.time().times(page, read);
            times = read;
        }
        return times;
    }
}
