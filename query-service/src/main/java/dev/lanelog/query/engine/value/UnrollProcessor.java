package dev.lanelog.query.engine.value;

import dev.lanelog.columnar.column.ValueBuffer;
import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.MemoryBudget;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.TextVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.engine.filter.RowFilter;
import dev.lanelog.query.engine.pipe.RowProcessor;
import dev.lanelog.query.logsql.pipe.PipeUnroll;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code unroll}: a row for each item of JSON arrays. Shorter arrays are filled up with empty values; a value that is no array
 * has no items; a row without any item stays one row.
 */
final class UnrollProcessor implements RowProcessor {
    private final PipeUnroll pipe;
    private final @Nullable RowFilter condition;
    private final MemoryBudget memory;
    private final ValueRef ref = new ValueRef();

    UnrollProcessor(PipeUnroll pipe, @Nullable RowFilter condition, MemoryBudget memory) {
        this.pipe = pipe;
        this.condition = condition;
        this.memory = memory;
    }

    @Override
    public Batch process(Batch batch) {
        Bitmap matching = condition == null ? null : condition.matching(batch);
        int width = pipe.fields().size();
        ColumnVector[] columns = new ColumnVector[width];
        ValueBuffer[] out = new ValueBuffer[width];
        for (int i = 0; i < width; i++) {
            columns[i] = batch.column(pipe.fields().get(i));
            out[i] = new ValueBuffer(batch.rows(), 16 * batch.rows() + 16);
        }
        int[] origin = new int[batch.rows()];
        int count = 0;
        try (MemoryBudget.Account account = memory.account("unroll")) {
            for (int row = 0; row < batch.rows(); row++) {
                boolean unrolled = matching == null || matching.get(row);
                int rows = unrolled ? unroll(columns, row, out) : keep(columns, row, out);
                if (origin.length - count < rows) {
                    origin = Arrays.copyOf(origin, Math.max(count + rows, origin.length * 2));
                }
                Arrays.fill(origin, count, count + rows, row);
                count += rows;
                account.use(count * (4L + 8L * width));
            }
            Batch result = batch.gather(origin, 0, count);
            for (int i = 0; i < width; i++) {
                result = result.with(pipe.fields().get(i), new TextVector(out[i]));
            }
            return result;
        }
    }

    private int unroll(ColumnVector[] columns, int row, ValueBuffer[] out) {
        List<List<byte[]>> items = new ArrayList<>();
        int rows = 1;
        for (ColumnVector column : columns) {
            column.get(row, ref);
            List<byte[]> list = JsonItems.of(ref.buf, ref.off, ref.len);
            items.add(list);
            rows = Math.max(rows, list.size());
        }
        for (int i = 0; i < columns.length; i++) {
            List<byte[]> list = items.get(i);
            for (int k = 0; k < rows; k++) {
                byte[] item = k < list.size() ? list.get(k) : new byte[0];
                out[i].add(item, 0, item.length);
            }
        }
        return rows;
    }

    private int keep(ColumnVector[] columns, int row, ValueBuffer[] out) {
        for (int i = 0; i < columns.length; i++) {
            columns[i].get(row, ref);
            out[i].add(ref.buf, ref.off, ref.len);
        }
        return 1;
    }
}
