package dev.lanelog.query.engine.stats;

import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.logsql.ast.SortField;
import dev.lanelog.query.logsql.format.NaturalOrder;
import dev.lanelog.query.logsql.stats.StatsJsonValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code json_values(...)}: rows as a JSON array of objects, optionally the first ones in some order. */
final class AggregateJsonValues extends Aggregator {
    /** A list of a limited order is cut when it has this many times the rows that are wanted. */
    private static final int SLACK = 4;

    private final StatsJsonValues function;
    private final ValueRef ref = new ValueRef();
    private final ByteBuilder json = new ByteBuilder(256);
    private final List<List<Entry>> groups = new ArrayList<>();
    private long bytes;

    /** An object and the values that place it. */
    private record Entry(byte[] json, byte[][] keys) {
        long heapBytes() {
            long sum = 48L + json.length;
            for (byte[] key : keys) {
                sum += 16 + key.length;
            }
            return sum;
        }
    }

    AggregateJsonValues(StatsJsonValues function) {
        this.function = function;
    }

    @Override
    public void accept(Batch batch, int[] groupOf, int groupCount, @Nullable Bitmap rows) {
        grow(groupCount);
        int n = batch.rows();
        List<String> names = Rows.names(batch, function.fields());
        Collections.sort(names);
        List<ColumnVector> columns = Rows.columns(batch, names);
        List<ColumnVector> keys = new ArrayList<>();
        for (SortField key : function.sort()) {
            keys.add(batch.column(key.name()));
        }
        String[] fieldNames = names.toArray(new String[0]);
        for (int row = Rows.next(rows, 0, n); row >= 0; row = Rows.next(rows, row + 1, n)) {
            List<Entry> list = groups.get(groupOf[row]);
            if (function.sort().isEmpty() && function.limit() > 0 && list.size() >= function.limit()) {
                continue;
            }
            json.clear();
            JsonArrays.object(json, fieldNames, values(columns, row));
            add(list, new Entry(json.copy(), values(keys, row)));
        }
    }

    private byte[][] values(List<ColumnVector> columns, int row) {
        byte[][] values = new byte[columns.size()][];
        for (int i = 0; i < values.length; i++) {
            columns.get(i).get(row, ref);
            values[i] = ref.copy();
        }
        return values;
    }

    private void add(List<Entry> list, Entry entry) {
        list.add(entry);
        bytes += entry.heapBytes();
        if (function.limit() > 0 && list.size() > Math.max(64, function.limit() * SLACK)) {
            cut(list);
        }
    }

    /** Brings a list in order and drops what is past the limit. */
    private void cut(List<Entry> list) {
        int[] order = new int[list.size()];
        Arrays.setAll(order, i -> i);
        if (!function.sort().isEmpty()) {
            IndexSort.sort(order, 0, order.length, (a, b) -> compare(list.get(a), list.get(b)));
        }
        int kept = function.limit() > 0 ? (int) Math.min(function.limit(), order.length) : order.length;
        List<Entry> sorted = new ArrayList<>(kept);
        for (int i = 0; i < order.length; i++) {
            if (i < kept) {
                sorted.add(list.get(order[i]));
            } else {
                bytes -= list.get(order[i]).heapBytes();
            }
        }
        list.clear();
        list.addAll(sorted);
    }

    private int compare(Entry a, Entry b) {
        for (int i = 0; i < a.keys.length; i++) {
            int order = NaturalOrder.COMPARATOR.compare(a.keys[i], b.keys[i]);
            if (order != 0) {
                return function.sort().get(i).descending() ? -order : order;
            }
        }
        return 0;
    }

    @Override
    public void merge(Aggregator other, int[] mapping, int groupCount) {
        grow(groupCount);
        AggregateJsonValues o = (AggregateJsonValues) other;
        for (int i = 0; i < Math.min(o.groups.size(), mapping.length); i++) {
            for (Entry entry : o.groups.get(i)) {
                add(groups.get(mapping[i]), entry);
            }
        }
    }

    @Override
    public void write(int group, ByteBuilder out) {
        JsonArrays.begin(out);
        if (group < groups.size()) {
            List<Entry> list = groups.get(group);
            cut(list);
            for (Entry entry : list) {
                JsonArrays.json(out, entry.json);
            }
        }
        JsonArrays.end(out);
    }

    @Override
    public long heapBytes() {
        return 48L * groups.size() + bytes;
    }

    private void grow(int groupCount) {
        while (groups.size() < groupCount) {
            groups.add(new ArrayList<>());
        }
    }
}
