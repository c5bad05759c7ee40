package dev.lanelog.query.engine.value;

import dev.lanelog.columnar.column.ValueBuffer;
import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.ConstantVector;
import dev.lanelog.query.engine.batch.DictionaryVector;
import dev.lanelog.query.engine.batch.TextVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.engine.batch.ValueTable;
import dev.lanelog.query.engine.filter.RowFilter;
import dev.lanelog.query.engine.pipe.RowProcessor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Sets a field to a function of another, or of itself, in all rows or in those that match a condition. */
final class MapProcessor implements RowProcessor {
    /** A table with more entries than this many times the rows is not worth going through as a whole. */
    private static final int TABLE_FACTOR = 2;

    private final String source;
    private final String target;
    private final ValueFunction function;
    private final @Nullable RowFilter condition;
    private final ValueRef ref = new ValueRef();
    private final ByteBuilder out = new ByteBuilder(256);
    private @Nullable ValueTable lastTable;
    private @Nullable ValueTable lastMapped;

    MapProcessor(String source, String target, ValueFunction function, @Nullable RowFilter condition) {
        this.source = source;
        this.target = target;
        this.function = function;
        this.condition = condition;
    }

    @Override
    public Batch process(Batch batch) {
        ColumnVector column = batch.column(source);
        if (condition == null) {
            return batch.with(target, map(column, batch.rows()));
        }
        Bitmap matching = condition.matching(batch);
        if (matching.cardinality() == 0) {
            return batch;
        }
        return batch.with(target, mapSome(column, batch.column(target), batch.rows(), matching));
    }

    private ColumnVector map(ColumnVector column, int rows) {
        if (column instanceof ConstantVector) {
            column.get(0, ref);
            return new ConstantVector(apply().copy());
        }
        if (column instanceof DictionaryVector d && d.table().size() <= TABLE_FACTOR * (long) rows) {
            return new DictionaryVector(d.ids(), table(d.table()));
        }
        return mapSome(column, ConstantVector.EMPTY, rows, null);
    }

    @SuppressWarnings("ReferenceEquality") // the same object, not equal values, is what can be reused
    private ValueTable table(ValueTable table) {
        ValueTable kept = lastMapped;
        if (kept != null && lastTable == table) {
            return kept;
        }
        ValueBuffer mapped = new ValueBuffer(table.size(), 16 * table.size() + 16);
        for (int id = 0; id < table.size(); id++) {
            Values.point(ref, table, id);
            apply();
            mapped.add(out.buf, 0, out.size);
        }
        ValueTable made = ValueTable.of(mapped);
        lastTable = table;
        lastMapped = made;
        return made;
    }

    private ColumnVector mapSome(ColumnVector column, ColumnVector otherwise, int rows, @Nullable Bitmap matching) {
        ValueBuffer mapped = new ValueBuffer(rows, 16 * rows + 16);
        byte[] previous = new byte[0];
        boolean hasPrevious = false;
        for (int row = 0; row < rows; row++) {
            if (matching != null && !matching.get(row)) {
                otherwise.get(row, ref);
                mapped.add(ref.buf, ref.off, ref.len);
                continue;
            }
            column.get(row, ref);
            boolean same =
                    hasPrevious && Arrays.equals(previous, 0, previous.length, ref.buf, ref.off, ref.off + ref.len);
            if (!same) {
                previous = ref.copy();
                hasPrevious = true;
                apply();
            }
            mapped.add(out.buf, 0, out.size);
        }
        return new TextVector(mapped);
    }

    private ByteBuilder apply() {
        out.clear();
        function.apply(ref, out);
        return out;
    }
}
