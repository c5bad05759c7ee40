package dev.lanelog.query.engine.stats;

import dev.lanelog.columnar.column.ValueBuffer;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.TextVector;
import dev.lanelog.query.engine.batch.ValueRef;
import java.util.Arrays;
import java.util.List;

/**
 * Numbers the distinct combinations of the values of some fields. Each field's values are numbered first; then numbers
 * are combined pair by pair, so that no key of several fields is ever written out.
 */
public final class GroupKeys {
    private final ColumnCodes[] columns;

    /** {@code pairs[i]} numbers (combination of fields 0..i, value of field i + 1). */
    private final LongTable[] pairs;

    /** Numbers of the values of each group: field {@code f} of group {@code g} is at {@code g * fields + f}. */
    private int[] values = new int[16];

    private int size;
    private int[] codes = new int[0];
    private final int[] one = new int[1];

    public GroupKeys(int fields) {
        columns = new ColumnCodes[fields];
        Arrays.setAll(columns, _ -> new ColumnCodes());
        pairs = new LongTable[Math.max(0, fields - 1)];
        Arrays.setAll(pairs, _ -> new LongTable());
    }

    /** Number of groups. With no field there is one group from the start. */
    public int size() {
        return columns.length == 0 ? 1 : size;
    }

    public long heapBytes() {
        long bytes = 4L * values.length;
        for (ColumnCodes column : columns) {
            bytes += column.heapBytes();
        }
        for (LongTable pair : pairs) {
            bytes += pair.heapBytes();
        }
        return bytes;
    }

    /** Group numbers of the rows into {@code out}; a vector per field. */
    public void groups(List<ColumnVector> vectors, int rows, int[] out) {
        if (columns.length == 0) {
            Arrays.fill(out, 0, rows, 0);
            return;
        }
        columns[0].codes(vectors.get(0), rows, out);
        if (columns.length == 1) {
            size = columns[0].size();
            return;
        }
        if (codes.length < rows) {
            codes = new int[rows];
        }
        for (int field = 1; field < columns.length; field++) {
            columns[field].codes(vectors.get(field), rows, codes);
            LongTable table = pairs[field - 1];
            boolean last = field == columns.length - 1;
            for (int row = 0; row < rows; row++) {
                long pair = (long) out[row] << 32 | codes[row];
                int number = table.get(pair);
                if (number < 0) {
                    number = table.add(pair);
                    if (last) {
                        remember(number, vectors, row);
                    }
                }
                out[row] = number;
            }
        }
        size = pairs[columns.length - 2].size();
    }

    private void remember(int group, List<ColumnVector> vectors, int row) {
        int fields = columns.length;
        room(group);
        int[] single = {row};
        for (int field = 0; field < fields; field++) {
            columns[field].codes(vectors.get(field).gather(single, 0, 1), 1, one);
            values[group * fields + field] = one[0];
        }
    }

    private void room(int group) {
        int wanted = Math.multiplyExact(group + 1, columns.length);
        if (values.length < wanted) {
            values =
                    Arrays.copyOf(values, Math.max((int) Math.min(Integer.MAX_VALUE - 8L, values.length * 2L), wanted));
        }
    }

    /** Points {@code out} at the value of a field in a group. */
    public void value(int group, int field, ValueRef out) {
        int key = columns.length == 1 ? group : values[group * columns.length + field];
        columns[field].get(key, out);
    }

    /** Whether all fields of a group are empty. */
    public boolean isEmpty(int group) {
        for (int field = 0; field < columns.length; field++) {
            int code = columns.length == 1 ? group : values[group * columns.length + field];
            if (!columns[field].isEmpty(code)) {
                return false;
            }
        }
        return true;
    }

    /** The values of a field in these groups. */
    public TextVector column(int field, int[] groups, int from, int count) {
        ValueBuffer out = new ValueBuffer(count, 16 * count + 16);
        ValueRef ref = new ValueRef();
        for (int i = 0; i < count; i++) {
            value(groups[from + i], field, ref);
            out.add(ref.buf, ref.off, ref.len);
        }
        return new TextVector(out);
    }

    /** Adds all groups of {@code other}; the result maps its numbers to the numbers here. */
    public int[] merge(GroupKeys other) {
        int fields = columns.length;
        int[] mapping = new int[other.size()];
        if (fields == 0) {
            return mapping;
        }
        int[][] codesOf = new int[fields][];
        for (int field = 0; field < fields; field++) {
            codesOf[field] = columns[field].merge(other.columns[field]);
        }
        if (fields == 1) {
            size = columns[0].size();
            return codesOf[0];
        }
        for (int group = 0; group < mapping.length; group++) {
            int number = codesOf[0][other.values[group * fields]];
            for (int field = 1; field < fields; field++) {
                int code = codesOf[field][other.values[group * fields + field]];
                long pair = (long) number << 32 | code;
                number = pairs[field - 1].get(pair);
                if (number < 0) {
                    number = pairs[field - 1].add(pair);
                    if (field == fields - 1) {
                        room(number);
                        for (int f = 0; f < fields; f++) {
                            values[number * fields + f] = codesOf[f][other.values[group * fields + f]];
                        }
                    }
                }
            }
            mapping[group] = number;
        }
        size = pairs[fields - 2].size();
        return mapping;
    }
}
