package dev.lanelog.query.engine.stats;

import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.logsql.stats.StatsCountEmpty;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code count_empty(...)}: rows without a value in any of some fields. */
final class AggregateCountEmpty extends Aggregator {
    private final StatsCountEmpty function;
    private long[] counts = new long[1];

    AggregateCountEmpty(StatsCountEmpty function) {
        this.function = function;
    }

    @Override
    public void accept(Batch batch, int[] groups, int groupCount, @Nullable Bitmap rows) {
        grow(groupCount);
        int n = batch.rows();
        List<ColumnVector> columns = Rows.columns(batch, Rows.names(batch, function.fields()));
        for (int row = Rows.next(rows, 0, n); row >= 0; row = Rows.next(rows, row + 1, n)) {
            if (Rows.allEmpty(columns, row)) {
                counts[groups[row]]++;
            }
        }
    }

    @Override
    public void merge(Aggregator other, int[] mapping, int groupCount) {
        grow(groupCount);
        long[] theirs = ((AggregateCountEmpty) other).counts;
        for (int i = 0; i < Math.min(theirs.length, mapping.length); i++) {
            counts[mapping[i]] += theirs[i];
        }
    }

    @Override
    public void write(int group, ByteBuilder out) {
        out.addLong(group < counts.length ? counts[group] : 0);
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
