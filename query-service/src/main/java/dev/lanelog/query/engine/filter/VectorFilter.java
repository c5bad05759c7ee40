package dev.lanelog.query.engine.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.ConstantVector;
import dev.lanelog.query.engine.batch.DictionaryVector;
import dev.lanelog.query.engine.batch.LongVector;
import dev.lanelog.query.engine.batch.TextVector;
import dev.lanelog.query.engine.batch.TimeVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.engine.batch.ValueTable;

/** Conditions on values in memory. */
public final class VectorFilter {
    private VectorFilter() {}

    /** Clears the rows that do not match. */
    public static void retain(ColumnVector column, ColumnPredicate predicate, Bitmap rows) {
        switch (column) {
            case ConstantVector constant -> {
                if (!predicate.test(constant.value(), 0, constant.value().length)) {
                    rows.clearAll();
                }
            }
            case DictionaryVector dictionary -> retain(dictionary, predicate, rows);
            case LongVector longs -> retain(longs, predicate, rows);
            case TimeVector _, TextVector _ -> retainText(column, predicate, rows);
        }
    }

    private static void retain(DictionaryVector column, ColumnPredicate predicate, Bitmap rows) {
        ValueTable table = column.table();
        int[] ids = column.ids();
        // 0: not known, 1: matches, 2: does not. Only the values that rows have are looked at.
        byte[] known = new byte[table.size()];
        for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
            int id = ids[row];
            if (known[id] == 0) {
                known[id] = predicate.test(table.arena(), table.offset(id), table.length(id)) ? (byte) 1 : 2;
            }
            if (known[id] == 2) {
                rows.clear(row);
            }
        }
    }

    private static void retain(LongVector column, ColumnPredicate predicate, Bitmap rows) {
        ColumnPredicate.LongRange range = predicate.longRange();
        if (range == null) {
            retainText(column, predicate, rows);
            return;
        }
        boolean empty = predicate.matchesEmpty();
        long[] values = column.values();
        for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
            boolean matches = column.isEmpty(row) ? empty : values[row] >= range.lo() && values[row] <= range.hi();
            if (!matches) {
                rows.clear(row);
            }
        }
    }

    private static void retainText(ColumnVector column, ColumnPredicate predicate, Bitmap rows) {
        ValueRef ref = new ValueRef();
        for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
            column.get(row, ref);
            if (!predicate.test(ref.buf, ref.off, ref.len)) {
                rows.clear(row);
            }
        }
    }
}
