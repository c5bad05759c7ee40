package dev.lanelog.query.engine.stats;

import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.engine.batch.ColumnVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code count_uniq(...)}: distinct combinations of values, not counting the one without any value. Exact. The combinations
 * are numbered once for all groups; a group's set is then a set of numbers.
 */
final class AggregateCountUniq extends Aggregator {
    private final List<String> fields;
    private final long limit;
    private final boolean grouped;
    private final GroupKeys keys;

    /** (group, combination) pairs; not used without groups, where every combination is the one group's. */
    private final LongTable pairs = new LongTable();

    private long[] counts = new long[1];
    private int[] codes = new int[0];

    AggregateCountUniq(List<String> fields, long limit, boolean grouped) {
        this.fields = fields;
        this.limit = limit;
        this.grouped = grouped;
        this.keys = new GroupKeys(fields.size());
    }

    @Override
    public void accept(Batch batch, int[] groups, int groupCount, @Nullable Bitmap rows) {
        int n = rows == null ? batch.rows() : rows.cardinality();
        if (n == 0 || !grouped && limit > 0 && keys.size() > limit) {
            return;
        }
        List<ColumnVector> columns = new ArrayList<>(fields.size());
        for (String field : fields) {
            ColumnVector column = batch.column(field);
            columns.add(rows == null ? column : column.select(rows, n));
        }
        if (codes.length < n) {
            codes = new int[n];
        }
        keys.groups(columns, n, codes);
        if (grouped) {
            grow(groupCount);
            int i = 0;
            for (int row = Rows.next(rows, 0, n); i < n; row = Rows.next(rows, row + 1, n)) {
                add(groups[row], codes[i++]);
            }
        }
    }

    private void add(int group, int code) {
        long pair = (long) group << 32 | code;
        if (pairs.get(pair) < 0) {
            pairs.put(pair, 0);
            if (!keys.isEmpty(code)) {
                counts[group]++;
            }
        }
    }

    @Override
    public void merge(Aggregator other, int[] mapping, int groupCount) {
        AggregateCountUniq o = (AggregateCountUniq) other;
        int[] theirs = keys.merge(o.keys);
        grow(groupCount);
        o.pairs.forEach((pair, _) -> add(mapping[(int) (pair >>> 32)], theirs[(int) pair]));
    }

    @Override
    public void write(int group, ByteBuilder out) {
        long count = 0;
        if (grouped) {
            count = group < counts.length ? counts[group] : 0;
        } else {
            for (int code = 0; code < keys.size(); code++) {
                count += keys.isEmpty(code) ? 0 : 1;
            }
        }
        out.addLong(limit > 0 ? Math.min(limit, count) : count);
    }

    @Override
    public long heapBytes() {
        return keys.heapBytes() + pairs.heapBytes() + 8L * counts.length;
    }

    private void grow(int groupCount) {
        if (counts.length < groupCount) {
            counts = Arrays.copyOf(counts, Math.max(groupCount, counts.length * 2));
        }
    }
}
