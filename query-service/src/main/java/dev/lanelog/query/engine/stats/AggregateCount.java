package dev.lanelog.query.engine.stats;

import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.format.NumberText;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code count(...)} and {@code rate()}: rows, or rows with a value in at least one of some fields. */
public final class AggregateCount extends Aggregator {
    private final List<FieldPattern> fields;
    private final boolean allRows;
    private final double perSeconds;
    private long[] counts = new long[1];

    /** @param perSeconds what the count is divided by, or 0 for the plain count */
    AggregateCount(List<FieldPattern> fields, double perSeconds) {
        this.fields = fields;
        this.allRows = fields.isEmpty() || FieldPattern.anyIsAll(fields);
        this.perSeconds = perSeconds;
    }

    @Override
    public void accept(Batch batch, int[] groups, int groupCount, @Nullable Bitmap rows) {
        grow(groupCount);
        int n = batch.rows();
        if (!allRows) {
            List<ColumnVector> columns = Rows.columns(batch, Rows.names(batch, fields));
            for (int row = Rows.next(rows, 0, n); row >= 0; row = Rows.next(rows, row + 1, n)) {
                if (!Rows.allEmpty(columns, row)) {
                    counts[groups[row]]++;
                }
            }
        } else if (groupCount == 1) {
            counts[0] += rows == null ? n : rows.cardinality();
        } else {
            for (int row = Rows.next(rows, 0, n); row >= 0; row = Rows.next(rows, row + 1, n)) {
                counts[groups[row]]++;
            }
        }
    }

    /** Counts rows of a group that were counted elsewhere: by the metadata of a slice. */
    public void add(int group, long rows, int groupCount) {
        grow(groupCount);
        counts[group] += rows;
    }

    @Override
    public void merge(Aggregator other, int[] mapping, int groupCount) {
        grow(groupCount);
        long[] theirs = ((AggregateCount) other).counts;
        for (int i = 0; i < Math.min(theirs.length, mapping.length); i++) {
            counts[mapping[i]] += theirs[i];
        }
    }

    @Override
    public void write(int group, ByteBuilder out) {
        long count = group < counts.length ? counts[group] : 0;
        if (perSeconds == 0) {
            out.addLong(count);
        } else {
            out.add(NumberText.format(count / perSeconds));
        }
    }

    @Override
    public long heapBytes() {
        return 8L * counts.length;
    }

    private void grow(int groupCount) {
        if (counts.length < groupCount) {
            counts = Arrays.copyOf(counts, Math.max(groupCount, counts.length * 2));
        }
    }
}
