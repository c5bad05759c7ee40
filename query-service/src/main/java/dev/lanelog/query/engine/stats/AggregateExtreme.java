package dev.lanelog.query.engine.stats;

import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.ConstantVector;
import dev.lanelog.query.engine.batch.Decimals;
import dev.lanelog.query.engine.batch.DictionaryVector;
import dev.lanelog.query.engine.batch.LongVector;
import dev.lanelog.query.engine.batch.TextVector;
import dev.lanelog.query.engine.batch.TimeVector;
import dev.lanelog.query.engine.batch.Timestamps;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.format.NaturalOrder;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code min} and {@code max} in natural order; the empty value is the smallest. As long as a group's values are integers,
 * or times, the extreme is kept as a number and no text is made.
 */
final class AggregateExtreme extends Aggregator {
    private static final byte NONE = 0;
    private static final byte LONG = 1;
    private static final byte TIME = 2;
    private static final byte TEXT = 3;

    /** Most (group, dictionary value) pairs that are remembered to be compared once per batch. */
    private static final long SEEN_BITS = 1 << 22;

    private final List<FieldPattern> fields;
    private final boolean largest;
    private final ValueRef ref = new ValueRef();
    private byte[] kinds = new byte[1];
    private long[] numbers = new long[1];
    private byte[][] texts = new byte[1][];
    private long textBytes;

    AggregateExtreme(List<FieldPattern> fields, boolean largest) {
        this.fields = fields;
        this.largest = largest;
    }

    @Override
    public void accept(Batch batch, int[] groups, int groupCount, @Nullable Bitmap rows) {
        grow(groupCount);
        for (String name : Rows.names(batch, fields)) {
            ColumnVector column = batch.column(name);
            Bitmap counting = Rows.counting(column, name, fields, rows, batch.rows());
            accept(column, batch.rows(), groups, groupCount, counting);
        }
    }

    private void accept(ColumnVector column, int n, int[] groups, int groupCount, @Nullable Bitmap rows) {
        switch (column) {
            case LongVector longs -> {
                long[] values = longs.values();
                for (int row = Rows.next(rows, 0, n); row >= 0; row = Rows.next(rows, row + 1, n)) {
                    if (longs.isEmpty(row)) {
                        text(groups[row], ref.buf, 0, 0);
                    } else {
                        number(groups[row], LONG, values[row]);
                    }
                }
            }
            case TimeVector times -> {
                long[] values = times.timesNs();
                for (int row = Rows.next(rows, 0, n); row >= 0; row = Rows.next(rows, row + 1, n)) {
                    number(groups[row], TIME, values[row]);
                }
            }
            case DictionaryVector dictionary -> distinct(dictionary, n, groups, groupCount, rows);
            case ConstantVector _, TextVector _ -> {
                for (int row = Rows.next(rows, 0, n); row >= 0; row = Rows.next(rows, row + 1, n)) {
                    column.get(row, ref);
                    text(groups[row], ref.buf, ref.off, ref.len);
                }
            }
        }
    }

    private void distinct(DictionaryVector column, int n, int[] groups, int groupCount, @Nullable Bitmap rows) {
        int size = column.table().size();
        long pairs = (long) size * groupCount;
        Bitmap seen = pairs <= SEEN_BITS ? new Bitmap((int) pairs) : null;
        int[] ids = column.ids();
        for (int row = Rows.next(rows, 0, n); row >= 0; row = Rows.next(rows, row + 1, n)) {
            if (seen != null) {
                int pair = groups[row] * size + ids[row];
                if (seen.get(pair)) {
                    continue;
                }
                seen.set(pair);
            }
            column.get(row, ref);
            text(groups[row], ref.buf, ref.off, ref.len);
        }
    }

    private void number(int group, byte kind, long value) {
        if (kinds[group] == kind) {
            if (largest ? value > numbers[group] : value < numbers[group]) {
                numbers[group] = value;
            }
        } else if (kinds[group] == NONE) {
            kinds[group] = kind;
            numbers[group] = value;
        } else {
            byte[] text = text(kind, value);
            text(group, text, 0, text.length);
        }
    }

    private void text(int group, byte[] buf, int off, int len) {
        if (kinds[group] == LONG || kinds[group] == TIME) {
            set(group, text(kinds[group], numbers[group]));
        }
        if (kinds[group] == NONE || better(buf, off, len, texts[group])) {
            set(group, Arrays.copyOfRange(buf, off, off + len));
        }
    }

    private boolean better(byte[] buf, int off, int len, byte[] current) {
        return largest
                ? NaturalOrder.less(current, 0, current.length, buf, off, len)
                : NaturalOrder.less(buf, off, len, current, 0, current.length);
    }

    private void set(int group, byte[] text) {
        textBytes += text.length + 16 - (texts[group] == null ? 0 : texts[group].length + 16);
        texts[group] = text;
        kinds[group] = TEXT;
    }

    private static byte[] text(byte kind, long value) {
        byte[] buf = new byte[Timestamps.MAX_BYTES];
        if (kind == TIME) {
            return Arrays.copyOf(buf, Timestamps.write(value, buf, 0));
        }
        return Arrays.copyOfRange(buf, Decimals.write(value, buf, buf.length), buf.length);
    }

    @Override
    public void merge(Aggregator other, int[] mapping, int groupCount) {
        grow(groupCount);
        AggregateExtreme o = (AggregateExtreme) other;
        for (int i = 0; i < Math.min(o.kinds.length, mapping.length); i++) {
            if (o.kinds[i] == TEXT) {
                text(mapping[i], o.texts[i], 0, o.texts[i].length);
            } else if (o.kinds[i] != NONE) {
                number(mapping[i], o.kinds[i], o.numbers[i]);
            }
        }
    }

    @Override
    public void write(int group, ByteBuilder out) {
        byte kind = group < kinds.length ? kinds[group] : NONE;
        if (kind == TEXT) {
            out.add(texts[group]);
        } else if (kind != NONE) {
            out.add(text(kind, numbers[group]));
        }
    }

    @Override
    public long heapBytes() {
        return 17L * kinds.length + textBytes;
    }

    private void grow(int groupCount) {
        if (kinds.length < groupCount) {
            int size = Math.max(groupCount, kinds.length * 2);
            kinds = Arrays.copyOf(kinds, size);
            numbers = Arrays.copyOf(numbers, size);
            texts = Arrays.copyOf(texts, size);
        }
    }
}
