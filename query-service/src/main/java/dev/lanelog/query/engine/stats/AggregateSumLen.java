package dev.lanelog.query.engine.stats;

import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.logsql.stats.StatsSumLen;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** {@code sum_len(...)}: bytes of the values of some fields. */
final class AggregateSumLen extends Aggregator {
    private final StatsSumLen function;
    private final ValueRef ref = new ValueRef();
    private long[] bytes = new long[1];

    AggregateSumLen(StatsSumLen function) {
        this.function = function;
    }

    @Override
    public void accept(Batch batch, int[] groups, int groupCount, @Nullable Bitmap rows) {
        grow(groupCount);
        int n = batch.rows();
        for (String name : Rows.names(batch, function.fields())) {
            ColumnVector column = batch.column(name);
            for (int row = Rows.next(rows, 0, n); row >= 0; row = Rows.next(rows, row + 1, n)) {
                column.get(row, ref);
                bytes[groups[row]] += ref.len;
            }
        }
    }

    @Override
    public void merge(Aggregator other, int[] mapping, int groupCount) {
        grow(groupCount);
        long[] theirs = ((AggregateSumLen) other).bytes;
        for (int i = 0; i < Math.min(theirs.length, mapping.length); i++) {
            bytes[mapping[i]] += theirs[i];
        }
    }

    @Override
    public void write(int group, ByteBuilder out) {
        out.addLong(group < bytes.length ? bytes[group] : 0);
    }

    @Override
    public long heapBytes() {
        return 8L * bytes.length;
    }

    private void grow(int groupCount) {
        if (bytes.length < groupCount) {
            bytes = Arrays.copyOf(bytes, Math.max(groupCount, bytes.length * 2));
        }
    }
}
