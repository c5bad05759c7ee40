package dev.lanelog.query.engine.stats;

import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.logsql.stats.StatsAny;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** {@code any(f)}: some value of a field, empty only when there is no other. */
final class AggregateAny extends Aggregator {
    private final StatsAny function;
    private final ValueRef ref = new ValueRef();
    private byte[] @Nullable [] values = new byte[1][];
    private long bytes;

    AggregateAny(StatsAny function) {
        this.function = function;
    }

    @Override
    public void accept(Batch batch, int[] groups, int groupCount, @Nullable Bitmap rows) {
        grow(groupCount);
        int n = batch.rows();
        ColumnVector column = batch.column(function.field());
        for (int row = Rows.next(rows, 0, n); row >= 0; row = Rows.next(rows, row + 1, n)) {
            if (values[groups[row]] == null && !column.isEmpty(row)) {
                column.get(row, ref);
                values[groups[row]] = ref.copy();
                bytes += 16 + ref.len;
            }
        }
    }

    @Override
    public void merge(Aggregator other, int[] mapping, int groupCount) {
        grow(groupCount);
        AggregateAny o = (AggregateAny) other;
        for (int i = 0; i < Math.min(o.values.length, mapping.length); i++) {
            if (values[mapping[i]] == null && o.values[i] != null) {
                values[mapping[i]] = o.values[i];
                bytes += 16 + o.values[i].length;
            }
        }
    }

    @Override
    public void write(int group, ByteBuilder out) {
        byte[] value = group < values.length ? values[group] : null;
        if (value != null) {
            out.add(value);
        }
    }

    @Override
    public long heapBytes() {
        return 8L * values.length + bytes;
    }

    private void grow(int groupCount) {
        if (values.length < groupCount) {
            values = Arrays.copyOf(values, Math.max(groupCount, values.length * 2));
        }
    }
}
