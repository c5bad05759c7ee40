package dev.lanelog.query.engine.exec;

import dev.lanelog.columnar.column.Column;
import dev.lanelog.columnar.group.Slice;
import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.QueryRun;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.filter.RowFilter;
import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import java.io.IOException;

/**
 * Rows {@code [from, to)} of a page that are to be scanned.
 *
 * @param from within the page
 * @param to within the page
 */
record PageTask(SliceScan scan, int page, int from, int to) {
    /** Time of the first row of the page, as pipes see it. */
    long minTimeNs() {
        return scan.slice().time().minTimeNs(page) + scan.timeOffsetNs();
    }

    /** Time of the last row of the page, as pipes see it. */
    long maxTimeNs() {
        return scan.slice().time().maxTimeNs(page) + scan.timeOffsetNs();
    }

    /** The rows that match, as a batch whose columns are still to be made; without rows when none does. */
    Batch run(RowFilter filter) throws IOException {
        OpenPage open = new OpenPage(scan, page);
        Bitmap rows = select(filter, open);
        return batch(open, rows, rows.cardinality());
    }

    /** Rows {@code [first, end)} of those in {@code rows}, as a batch that shares nothing with others of the page. */
    Batch batch(Bitmap rows, int first, int end) {
        Bitmap part = new Bitmap(rows.size());
        for (int row = rows.nextSetBit(first); row >= 0 && row < end; row = rows.nextSetBit(row + 1)) {
            part.set(row);
        }
        return batch(new OpenPage(scan, page), part, part.cardinality());
    }

    private Batch batch(OpenPage open, Bitmap rows, int count) {
        return count == 0 ? Batch.empty() : Batch.ofStored(count, new PageRows(open, rows, count), scan.names());
    }

    /** The rows that match. */
    Bitmap select(RowFilter filter) throws IOException {
        return select(filter, new OpenPage(scan, page));
    }

    private Bitmap select(RowFilter filter, OpenPage open) throws IOException {
        QueryRun run = scan.run();
        run.check();
        PageTarget target = new PageTarget(open);
        if (!filter.mayMatch(target)) {
            run.counters().pagesPruned.increment();
            return new Bitmap(0);
        }
        Bitmap rows = new Bitmap(open.rows());
        rows.setRange(from, to);
        run.counters().pagesScanned.increment();
        run.counters().rowsScanned.add(to - from);
        if (!filter.matchesAll()) {
            filter.retain(target, rows);
        }
        run.counters().rowsMatched.add(rows.cardinality());
        return rows;
    }

    /** Collects the byte ranges of the columns that will be read. */
    void ranges(FieldSet fields, Column.RangeConsumer consumer) {
        Slice slice = scan.slice();
        if (fields.contains(Names.TIME)) {
            slice.time().ranges(page, consumer);
        }
        for (Column column : slice.columns()) {
            boolean read = fields.contains(column.name())
                    || column.name().equals(Names.STREAM) && fields.contains(Names.STREAM_ID);
            if (read && scan.isVisible(column.name())) {
                column.ranges(page, consumer);
            }
        }
    }
}
