package dev.lanelog.query.engine.stats;

import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.ValueRef;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code count_uniq_hash(...)}: distinct 64-bit hashes of combinations of values, eight bytes each whatever their length.
 * Two combinations of the same hash count once, which a million of them do with a chance of 1 in 37 million.
 */
final class AggregateCountUniqHash extends Aggregator {
    /** Keeps the sets of different groups apart. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final List<String> fields;
    private final long limit;
    private final ValueRef ref = new ValueRef();

    /** Hash of group and combination, to the group. */
    private final LongTable hashes = new LongTable();

    private long[] counts = new long[1];

    AggregateCountUniqHash(List<String> fields, long limit) {
        this.fields = fields;
        this.limit = limit;
    }

    @Override
    public void accept(Batch batch, int[] groups, int groupCount, @Nullable Bitmap rows) {
        grow(groupCount);
        int n = batch.rows();
        List<ColumnVector> columns = Rows.columns(batch, fields);
        for (int row = Rows.next(rows, 0, n); row >= 0; row = Rows.next(rows, row + 1, n)) {
            if (!Rows.allEmpty(columns, row)) {
                long hash = 0;
                for (ColumnVector column : columns) {
                    column.get(row, ref);
                    hash = KeyTable.hash64(ref.buf, ref.off, ref.len, hash);
                }
                add(groups[row], hash);
            }
        }
    }

    private void add(int group, long combination) {
        long hash = combination + group * SPREAD;
        if (hashes.get(hash) < 0) {
            hashes.put(hash, group);
            counts[group]++;
        }
    }

    @Override
    public void merge(Aggregator other, int[] mapping, int groupCount) {
        grow(groupCount);
        AggregateCountUniqHash o = (AggregateCountUniqHash) other;
        o.hashes.forEach((hash, group) -> add(mapping[group], hash - group * SPREAD));
    }

    @Override
    public void write(int group, ByteBuilder out) {
        long count = group < counts.length ? counts[group] : 0;
        out.addLong(limit > 0 ? Math.min(limit, count) : count);
    }

    @Override
    public long heapBytes() {
        return hashes.heapBytes() + 8L * counts.length;
    }

    private void grow(int groupCount) {
        if (counts.length < groupCount) {
            counts = Arrays.copyOf(counts, Math.max(groupCount, counts.length * 2));
        }
    }
}
