package dev.lanelog.query.engine.exec;

import dev.lanelog.columnar.column.Column;
import dev.lanelog.columnar.column.ColumnPage;
import dev.lanelog.columnar.column.Encoding;
import dev.lanelog.columnar.group.Slice;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A page with those of its columns that were opened: a column that a filter looked at is not opened again for the pipes.
 * Used by one thread at a time.
 */
final class OpenPage {
    /** When so few rows are wanted, the texts of a page are not all decoded: values stand alone, or nearly so. */
    private static final int SPARSE_PART = 32;

    /** The same for compressed text: more rows than this are spread over all blocks of a page anyway. */
    private static final int SPARSE_ROWS = 12;

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

    /** The texts of all rows of a column, if it is worth it for {@code wanted} of them; else null. */
    DecodedCache.@Nullable Texts texts(Column column, int wanted) throws IOException {
        DecodedCache.Texts kept = scan.decoded().kept(column, page);
        int sparse = column.encoding() == Encoding.TEXT ? SPARSE_ROWS : rows() / SPARSE_PART;
        if (kept != null || wanted <= sparse) {
            return kept;
        }
        return scan.decoded().texts(column, page, column(column));
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
