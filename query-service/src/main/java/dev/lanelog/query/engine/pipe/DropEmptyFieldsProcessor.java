package dev.lanelog.query.engine.pipe;

import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ColumnVector;
import java.util.ArrayList;
import java.util.List;

/** {@code drop_empty_fields}: an empty field is the same as none, so that only rows without any value have to go. */
final class DropEmptyFieldsProcessor implements RowProcessor {
    @Override
    public Batch process(Batch batch) {
        List<ColumnVector> columns = new ArrayList<>();
        for (int i = 0; i < batch.names().size(); i++) {
            columns.add(batch.column(i));
        }
        Bitmap kept = new Bitmap(batch.rows());
        for (int row = 0; row < batch.rows(); row++) {
            for (ColumnVector column : columns) {
                if (!column.isEmpty(row)) {
                    kept.set(row);
                    break;
                }
            }
        }
        return batch.select(kept);
    }
}
