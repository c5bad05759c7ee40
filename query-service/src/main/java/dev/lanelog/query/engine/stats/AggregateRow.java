package dev.lanelog.query.engine.stats;

import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.format.NaturalOrder;
import dev.lanelog.query.logsql.stats.StatsFieldMax;
import dev.lanelog.query.logsql.stats.StatsFieldMin;
import dev.lanelog.query.logsql.stats.StatsRowAny;
import dev.lanelog.query.logsql.stats.StatsRowMax;
import dev.lanelog.query.logsql.stats.StatsRowMin;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code row_any}, {@code row_max}, {@code row_min}, {@code field_max} and {@code field_min}: fields of one row, picked by
 * the value of one of its fields. Rows where that field is empty are not looked at.
 */
final class AggregateRow extends Aggregator {
    private final @Nullable String source;
    private final List<FieldPattern> fields;
    private final Pick pick;
    private final boolean single;
    private final ValueRef ref = new ValueRef();
    private @Nullable Row[] best = new Row[1];
    private long bytes;

    private enum Pick {
        ANY,
        LARGEST,
        SMALLEST
    }

    /** A row that was picked: the value that decided, and its fields. */
    private record Row(byte[] key, String[] names, byte[][] values) {
        long heapBytes() {
            long sum = 64L + key.length;
            for (int i = 0; i < names.length; i++) {
                sum += 40L + names[i].length() + values[i].length;
            }
            return sum;
        }
    }

    private AggregateRow(@Nullable String source, List<FieldPattern> fields, Pick pick, boolean single) {
        this.source = source;
        this.fields = fields;
        this.pick = pick;
        this.single = single;
    }

    static AggregateRow any(StatsRowAny f) {
        return new AggregateRow(null, f.fields(), Pick.ANY, false);
    }

    static AggregateRow max(StatsRowMax f) {
        return new AggregateRow(f.source(), f.fields(), Pick.LARGEST, false);
    }

    static AggregateRow min(StatsRowMin f) {
        return new AggregateRow(f.source(), f.fields(), Pick.SMALLEST, false);
    }

    static AggregateRow fieldMax(StatsFieldMax f) {
        return new AggregateRow(f.source(), List.of(FieldPattern.exact(f.field())), Pick.LARGEST, true);
    }

    static AggregateRow fieldMin(StatsFieldMin f) {
        return new AggregateRow(f.source(), List.of(FieldPattern.exact(f.field())), Pick.SMALLEST, true);
    }

    @Override
    public void accept(Batch batch, int[] groups, int groupCount, @Nullable Bitmap rows) {
        grow(groupCount);
        int n = batch.rows();
        ColumnVector key = source == null ? null : batch.column(source);
        List<String> names = null;
        for (int row = Rows.next(rows, 0, n); row >= 0; row = Rows.next(rows, row + 1, n)) {
            int group = groups[row];
            if (key == null) {
                ref.len = 0;
                if (best[group] != null) {
                    continue;
                }
            } else {
                key.get(row, ref);
                if (ref.len == 0 || !better(ref.buf, ref.off, ref.len, best[group])) {
                    continue;
                }
            }
            if (names == null) {
                names = Rows.names(batch, fields);
                if (pick == Pick.ANY) {
                    Collections.sort(names);
                }
            }
            Row picked = row(batch, names, row);
            if (pick != Pick.ANY || !allEmpty(picked)) {
                set(group, picked);
            }
        }
    }

    private Row row(Batch batch, List<String> names, int row) {
        byte[] key = ref.copy();
        byte[][] values = new byte[names.size()][];
        for (int i = 0; i < values.length; i++) {
            batch.column(names.get(i)).get(row, ref);
            values[i] = ref.copy();
        }
        return new Row(key, names.toArray(new String[0]), values);
    }

    private static boolean allEmpty(Row row) {
        for (byte[] value : row.values) {
            if (value.length > 0) {
                return false;
            }
        }
        return true;
    }

    private boolean better(byte[] buf, int off, int len, @Nullable Row current) {
        if (current == null) {
            return true;
        }
        byte[] key = current.key;
        return pick == Pick.LARGEST
                ? NaturalOrder.less(key, 0, key.length, buf, off, len)
                : NaturalOrder.less(buf, off, len, key, 0, key.length);
    }

    private void set(int group, Row row) {
        Row before = best[group];
        bytes += row.heapBytes() - (before == null ? 0 : before.heapBytes());
        best[group] = row;
    }

    @Override
    public void merge(Aggregator other, int[] mapping, int groupCount) {
        grow(groupCount);
        AggregateRow o = (AggregateRow) other;
        for (int i = 0; i < Math.min(o.best.length, mapping.length); i++) {
            Row theirs = o.best[i];
            if (theirs != null
                    && (pick == Pick.ANY
                            ? best[mapping[i]] == null
                            : better(theirs.key, 0, theirs.key.length, best[mapping[i]]))) {
                set(mapping[i], theirs);
            }
        }
    }

    @Override
    public void write(int group, ByteBuilder out) {
        Row row = group < best.length ? best[group] : null;
        if (single) {
            if (row != null) {
                out.add(row.values[0]);
            }
        } else if (row == null) {
            out.add("{}");
        } else {
            JsonArrays.object(out, row.names, row.values);
        }
    }

    @Override
    public long heapBytes() {
        return 8L * best.length + bytes;
    }

    private void grow(int groupCount) {
        if (best.length < groupCount) {
            best = Arrays.copyOf(best, Math.max(groupCount, best.length * 2));
        }
    }
}
