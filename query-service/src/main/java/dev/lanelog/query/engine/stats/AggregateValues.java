package dev.lanelog.query.engine.stats;

import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.logsql.stats.StatsValues;
import org.jspecify.annotations.Nullable;

/** {@code values(...)}: all values of some fields, empty ones too, as a JSON array in no order. */
final class AggregateValues extends Aggregator {
    private final StatsValues function;
    private final long limit;
    private final ColumnCodes values = new ColumnCodes();
    private final IntLists lists = new IntLists();
    private int[] codes = new int[0];

    AggregateValues(StatsValues function) {
        this.function = function;
        this.limit = function.limit() > 0 ? function.limit() : Long.MAX_VALUE;
    }

    @Override
    public void accept(Batch batch, int[] groups, int groupCount, @Nullable Bitmap rows) {
        if (codes.length < batch.rows()) {
            codes = new int[batch.rows()];
        }
        for (String name : Rows.names(batch, function.fields())) {
            ColumnVector column = batch.column(name);
            Bitmap counting = Rows.counting(column, name, function.fields(), rows, batch.rows());
            int n = counting == null ? batch.rows() : counting.cardinality();
            values.codes(counting == null ? column : column.select(counting, n), n, codes);
            int row = Rows.next(counting, 0, n);
            for (int i = 0; i < n; i++) {
                add(groups[row], codes[i]);
                row = Rows.next(counting, row + 1, n);
            }
        }
    }

    private void add(int group, int code) {
        if (lists.size(group) < limit) {
            lists.add(group, code);
        }
    }

    @Override
    public void merge(Aggregator other, int[] mapping, int groupCount) {
        AggregateValues o = (AggregateValues) other;
        int[] theirs = values.merge(o.values);
        for (int group = 0; group < mapping.length; group++) {
            for (int i = 0; i < o.lists.size(group); i++) {
                add(mapping[group], theirs[o.lists.get(group, i)]);
            }
        }
    }

    @Override
    public void write(int group, ByteBuilder out) {
        ValueRef ref = new ValueRef();
        JsonArrays.begin(out);
        for (int i = 0; i < lists.size(group); i++) {
            values.get(lists.get(group, i), ref);
            JsonArrays.string(out, ref);
        }
        JsonArrays.end(out);
    }

    @Override
    public long heapBytes() {
        return values.heapBytes() + lists.heapBytes();
    }
}
