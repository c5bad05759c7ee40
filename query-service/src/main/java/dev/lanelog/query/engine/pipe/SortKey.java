package dev.lanelog.query.engine.pipe;

import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.DictionaryVector;
import dev.lanelog.query.engine.batch.LongVector;
import dev.lanelog.query.engine.batch.TimeVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.logsql.format.Ipv4Text;
import dev.lanelog.query.logsql.format.NaturalOrder;
import dev.lanelog.query.logsql.format.NumberText;

/**
 * The values of a sort key in a batch, read as numbers once per row or distinct value. There are two orders, as in
 * VictoriaLogs: a full sort compares integers and IPv4 addresses, then plain numbers, then text; a sort with a limit
 * compares by {@link NaturalOrder}, which knows durations, sizes and times.
 */
final class SortKey {
    private static final long NO_INTEGER = 0;

    final ColumnVector column;
    private final boolean natural;
    private final long[] integers;
    private final double[] numbers;

    /** @param natural which of the two orders */
    SortKey(ColumnVector column, int rows, boolean natural) {
        this.column = column;
        this.natural = natural;
        boolean ready = natural || column instanceof TimeVector || column instanceof LongVector;
        int size = ready ? 0 : column instanceof DictionaryVector d ? d.table().size() : rows;
        integers = new long[size];
        numbers = new double[size];
        if (!ready) {
            read(rows);
        }
    }

    private void read(int rows) {
        long[] out = new long[1];
        if (column instanceof DictionaryVector d) {
            for (int id = 0; id < integers.length; id++) {
                read(id, d.table().arena(), d.table().offset(id), d.table().length(id), out);
            }
            return;
        }
        ValueRef ref = new ValueRef();
        for (int row = 0; row < rows; row++) {
            column.get(row, ref);
            read(row, ref.buf, ref.off, ref.len, out);
        }
    }

    private void read(int at, byte[] buf, int off, int len, long[] out) {
        if (NumberText.parseLong(buf, off, len, out)) {
            integers[at] = out[0];
        } else {
            integers[at] = Math.max(NO_INTEGER, Ipv4Text.parse(buf, off, len));
        }
        numbers[at] = NumberText.parsePlain(buf, off, len);
    }

    long heapBytes() {
        return column.heapBytes() + 16L * integers.length;
    }

    private long integer(int row) {
        if (column instanceof LongVector longs) {
            return longs.values()[row];
        }
        return column instanceof DictionaryVector d ? integers[d.ids()[row]] : integers[row];
    }

    private double number(int row) {
        if (column instanceof LongVector longs) {
            return longs.isEmpty(row) ? Double.NaN : longs.values()[row];
        }
        return column instanceof DictionaryVector d ? numbers[d.ids()[row]] : numbers[row];
    }

    /** Compares a row here with a row of the same key in another batch. */
    int compare(int row, SortKey other, int otherRow, ValueRef a, ValueRef b) {
        if (column instanceof TimeVector times && other.column instanceof TimeVector otherTimes) {
            return Long.compare(times.timesNs()[row], otherTimes.timesNs()[otherRow]);
        }
        if (column instanceof LongVector longs
                && other.column instanceof LongVector otherLongs
                && !longs.isEmpty(row)
                && !otherLongs.isEmpty(otherRow)) {
            return Long.compare(longs.values()[row], otherLongs.values()[otherRow]);
        }
        if (natural || column instanceof TimeVector || other.column instanceof TimeVector) {
            column.get(row, a);
            other.column.get(otherRow, b);
            return NaturalOrder.compare(a.buf, a.off, a.len, b.buf, b.off, b.len);
        }
        long x = integer(row);
        long y = other.integer(otherRow);
        if (x != NO_INTEGER && y != NO_INTEGER) {
            return Long.compare(x, y);
        }
        double p = number(row);
        double q = other.number(otherRow);
        if (!Double.isNaN(p) && !Double.isNaN(q)) {
            return Double.compare(p + 0.0, q + 0.0);
        }
        column.get(row, a);
        other.column.get(otherRow, b);
        return NaturalOrder.compareText(a.buf, a.off, a.len, b.buf, b.off, b.len);
    }
}
