package dev.lanelog.query.engine.stats;

import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.format.NaturalOrder;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code quantile} and {@code median}: the value at a place in the natural order of all values, the empty ones counted.
 * Exact: distinct values are counted, no value is thrown away.
 */
final class AggregateQuantile extends Aggregator {
    private final List<FieldPattern> fields;
    private final double phi;
    private final ColumnCodes values = new ColumnCodes();

    /** (group, value) to a position in {@link #counts}. */
    private final LongTable pairs = new LongTable();

    private long[] counts = new long[16];
    private int[] codes = new int[0];

    /** Values that each group has, and the pair's position beside each. */
    private final IntLists groupValues = new IntLists();

    private final IntLists groupPairs = new IntLists();

    AggregateQuantile(List<FieldPattern> fields, double phi) {
        this.fields = fields;
        this.phi = phi;
    }

    @Override
    public void accept(Batch batch, int[] groups, int groupCount, @Nullable Bitmap rows) {
        if (codes.length < batch.rows()) {
            codes = new int[batch.rows()];
        }
        for (String name : Rows.names(batch, fields)) {
            ColumnVector column = batch.column(name);
            Bitmap counting = Rows.counting(column, name, fields, rows, batch.rows());
            int n = counting == null ? batch.rows() : counting.cardinality();
            values.codes(counting == null ? column : column.select(counting, n), n, codes);
            int row = Rows.next(counting, 0, n);
            for (int i = 0; i < n; i++) {
                add(groups[row], codes[i], 1);
                row = Rows.next(counting, row + 1, n);
            }
        }
    }

    private void add(int group, int code, long times) {
        long key = (long) group << 32 | code;
        int pair = pairs.get(key);
        if (pair < 0) {
            pair = pairs.add(key);
            if (pair == counts.length) {
                counts = Arrays.copyOf(counts, Math.multiplyExact(pair, 2));
            }
            groupValues.add(group, code);
            groupPairs.add(group, pair);
        }
        counts[pair] += times;
    }

    @Override
    public void merge(Aggregator other, int[] mapping, int groupCount) {
        AggregateQuantile o = (AggregateQuantile) other;
        int[] theirs = values.merge(o.values);
        o.pairs.forEach((pair, at) -> add(mapping[(int) (pair >>> 32)], theirs[(int) pair], o.counts[at]));
    }

    @Override
    public void write(int group, ByteBuilder out) {
        int n = groupValues.size(group);
        if (n == 0) {
            return;
        }
        int[] order = new int[n];
        Arrays.setAll(order, i -> i);
        ValueRef a = new ValueRef();
        ValueRef b = new ValueRef();
        IndexSort.sort(order, 0, n, (x, y) -> {
            values.get(groupValues.get(group, x), a);
            values.get(groupValues.get(group, y), b);
            return NaturalOrder.compare(a.buf, a.off, a.len, b.buf, b.off, b.len);
        });
        long total = 0;
        for (int i = 0; i < n; i++) {
            total += counts[groupPairs.get(group, i)];
        }
        long place = Math.min(Math.max(0, (long) (phi * total)), total - 1);
        int at = 0;
        for (long passed = counts[groupPairs.get(group, order[0])]; passed <= place; ) {
            at++;
            passed += counts[groupPairs.get(group, order[at])];
        }
        values.get(groupValues.get(group, order[at]), a);
        out.add(a);
    }

    @Override
    public long heapBytes() {
        return values.heapBytes()
                + pairs.heapBytes()
                + 8L * counts.length
                + groupValues.heapBytes()
                + groupPairs.heapBytes();
    }
}
