package dev.lanelog.query.engine.exec;

import dev.lanelog.columnar.column.Column;
import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.columnar.column.Encoding;
import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.QueryRun;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.filter.FilterTarget;
import dev.lanelog.query.engine.filter.PruneTarget;
import dev.lanelog.query.engine.filter.VectorFilter;
import dev.lanelog.query.logsql.ast.Names;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A stored page: conditions go to the encoded columns. */
final class PageTarget implements FilterTarget, PruneTarget {
    private final OpenPage page;
    private final SliceScan scan;

    PageTarget(OpenPage page) {
        this.page = page;
        this.scan = page.scan();
    }

    @Override
    public int rows() {
        return page.rows();
    }

    @Override
    public List<String> names() {
        return scan.names();
    }

    @Override
    public void retain(String field, ColumnPredicate predicate, Bitmap rows) throws IOException {
        if (isVirtual(field)) {
            VectorFilter.retain(column(field), predicate, rows);
            return;
        }
        Column column = scan.column(field);
        if (column == null) {
            if (!predicate.matchesEmpty()) {
                rows.clearAll();
            }
            return;
        }
        if (column.encoding() == Encoding.TEXT || column.encoding() == Encoding.REFERENCES) {
            DecodedCache.Texts texts = page.texts(column, rows.cardinality());
            if (texts != null) {
                TextFilter.retain(texts.values(), new Interruptible(predicate, scan.run()), rows);
                scan.run().check();
                return;
            }
        }
        boolean perValue = column.encoding() == Encoding.CONSTANT || column.encoding() == Encoding.DICTIONARY;
        page.column(column).retain(perValue ? predicate : new Interruptible(predicate, scan.run()), rows);
        scan.run().check();
    }

    private static boolean isVirtual(String field) {
        return field.equals(Names.TIME) || field.equals(Names.STREAM_ID);
    }

    @Override
    public void retainTime(long minNs, long maxNs, Bitmap rows) throws IOException {
        long first = scan.slice().time().minTimeNs(page.page());
        long last = scan.slice().time().maxTimeNs(page.page());
        if (first >= minNs && last <= maxNs) {
            return;
        }
        if (last < minNs || first > maxNs) {
            rows.clearAll();
            return;
        }
        long[] times = page.times();
        int count = page.rows();
        rows.clearRange(0, lowerBound(times, count, minNs));
        if (maxNs != Long.MAX_VALUE) {
            rows.clearRange(lowerBound(times, count, maxNs + 1), count);
        }
    }

    /** Times rise within a page. */
    private static int lowerBound(long[] times, int count, long timeNs) {
        int at = Arrays.binarySearch(times, 0, count, timeNs);
        if (at < 0) {
            return -at - 1;
        }
        while (at > 0 && times[at - 1] == timeNs) {
            at--;
        }
        return at;
    }

    @Override
    public void retainTime(TimeCondition condition, Bitmap rows) throws IOException {
        long[] times = page.times();
        for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
            if (!condition.matches(times[row])) {
                rows.clear(row);
            }
        }
    }

    @Override
    public ColumnVector column(String field) {
        Bitmap all = new Bitmap(rows());
        all.setAll();
        return new PageRows(page, all, rows()).load(field);
    }

    @Override
    public String valueType(String field) {
        if (field.equals(Names.TIME)) {
            return scan.isVisible(field) ? "time" : "";
        }
        Column column = scan.column(field.equals(Names.STREAM_ID) ? Names.STREAM : field);
        if (column == null) {
            return "";
        }
        return switch (column.encoding()) {
            case CONSTANT -> "const";
            case DICTIONARY -> "dict";
            case INTEGER -> "int64";
            case TEXT, PREFIXED_NUMBER, REFERENCES -> "string";
        };
    }

    @Override
    public int cost(String field) {
        if (isVirtual(field)) {
            return 4;
        }
        Column column = scan.column(field);
        if (column == null) {
            return 0;
        }
        return switch (column.encoding()) {
            case CONSTANT -> 0;
            case DICTIONARY -> 1;
            case INTEGER -> 2;
            case PREFIXED_NUMBER -> 6;
            case TEXT, REFERENCES -> 16;
        };
    }

    @Override
    public boolean mayMatch(String field, ColumnPredicate predicate) throws IOException {
        if (isVirtual(field)) {
            return true;
        }
        Column column = scan.column(field);
        return column == null ? predicate.matchesEmpty() : column.mayMatch(predicate, page.page());
    }

    @Override
    public boolean mayMatchTime(long minNs, long maxNs) {
        return scan.slice().time().maxTimeNs(page.page()) >= minNs
                && scan.slice().time().minTimeNs(page.page()) <= maxNs;
    }

    /** A condition that notices within a few hundred values that the query is to end. */
    private static final class Interruptible implements ColumnPredicate {
        private static final int VALUES = 255;

        private final ColumnPredicate predicate;
        private final QueryRun run;
        private int tested;

        Interruptible(ColumnPredicate predicate, QueryRun run) {
            this.predicate = predicate;
            this.run = run;
        }

        @Override
        public boolean test(byte[] buf, int off, int len) {
            if ((++tested & VALUES) == 0) {
                run.check();
            }
            return predicate.test(buf, off, len);
        }

        @Override
        public boolean matchesEmpty() {
            return predicate.matchesEmpty();
        }

        @Override
        public byte @Nullable [][] exactValues() {
            return predicate.exactValues();
        }

        @Override
        public @Nullable LongRange longRange() {
            return predicate.longRange();
        }

        @Override
        public byte @Nullable [] requiredSubstring() {
            return predicate.requiredSubstring();
        }

        @Override
        public boolean substringDecides() {
            return predicate.substringDecides();
        }
    }
}
