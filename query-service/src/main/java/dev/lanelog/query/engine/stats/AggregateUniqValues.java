package dev.lanelog.query.engine.stats;

import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.logsql.format.NaturalOrder;
import dev.lanelog.query.logsql.stats.StatsUniqValues;
import org.jspecify.annotations.Nullable;

/** {@code uniq_values(...)}: the distinct non-empty values of some fields, as a JSON array in natural order. */
final class AggregateUniqValues extends Aggregator {
    private final StatsUniqValues function;
    private final ColumnCodes values = new ColumnCodes();
    private final LongTable pairs = new LongTable();
    private final IntLists lists = new IntLists();
    private int[] codes = new int[0];

    AggregateUniqValues(StatsUniqValues function) {
        this.function = function;
    }

    @Override
    public void accept(Batch batch, int[] groups, int groupCount, @Nullable Bitmap rows) {
        int n = rows == null ? batch.rows() : rows.cardinality();
        if (codes.length < n) {
            codes = new int[n];
        }
        for (String name : Rows.names(batch, function.fields())) {
            ColumnVector column = batch.column(name);
            values.codes(rows == null ? column : column.select(rows, n), n, codes);
            int row = Rows.next(rows, 0, n);
            for (int i = 0; i < n; i++) {
                add(groups[row], codes[i]);
                row = Rows.next(rows, row + 1, n);
            }
        }
    }

    private void add(int group, int code) {
        long pair = (long) group << 32 | code;
        if (pairs.get(pair) < 0) {
            pairs.put(pair, 0);
            if (!values.isEmpty(code)) {
                lists.add(group, code);
            }
        }
    }

    @Override
    public void merge(Aggregator other, int[] mapping, int groupCount) {
        AggregateUniqValues o = (AggregateUniqValues) other;
        int[] theirs = values.merge(o.values);
        o.pairs.forEach((pair, _) -> add(mapping[(int) (pair >>> 32)], theirs[(int) pair]));
    }

    @Override
    public void write(int group, ByteBuilder out) {
        int[] list = lists.copy(group);
        ValueRef a = new ValueRef();
        ValueRef b = new ValueRef();
        IndexSort.sort(list, 0, list.length, (x, y) -> {
            values.get(x, a);
            values.get(y, b);
            return NaturalOrder.compare(a.buf, a.off, a.len, b.buf, b.off, b.len);
        });
        int n = function.limit() > 0 ? (int) Math.min(function.limit(), list.length) : list.length;
        JsonArrays.begin(out);
        for (int i = 0; i < n; i++) {
            values.get(list[i], a);
            JsonArrays.string(out, a);
        }
        JsonArrays.end(out);
    }

    @Override
    public long heapBytes() {
        return values.heapBytes() + pairs.heapBytes() + lists.heapBytes();
    }
}
