package dev.lanelog.query.engine.value;

import dev.lanelog.columnar.column.ValueBuffer;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.TextVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.engine.pipe.RowProcessor;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Utf8;
import dev.lanelog.query.logsql.pipe.PipeCoalesce;
import java.util.ArrayList;
import java.util.List;

/** {@code coalesce}: the first value that is not empty. */
final class CoalesceProcessor implements RowProcessor {
    private final PipeCoalesce pipe;
    private final byte[] defaultValue;
    private final ValueRef ref = new ValueRef();

    CoalesceProcessor(PipeCoalesce pipe) {
        this.pipe = pipe;
        this.defaultValue = Utf8.bytes(pipe.defaultValue());
    }

    @Override
    public Batch process(Batch batch) {
        List<ColumnVector> columns = Columns.matching(batch, pipe.sources());
        ValueBuffer out = new ValueBuffer(batch.rows(), 16 * batch.rows() + 16);
        for (int row = 0; row < batch.rows(); row++) {
            ColumnVector found = null;
            for (ColumnVector column : columns) {
                if (!column.isEmpty(row)) {
                    found = column;
                    break;
                }
            }
            if (found == null) {
                out.add(defaultValue, 0, defaultValue.length);
            } else {
                found.get(row, ref);
                out.add(ref.buf, ref.off, ref.len);
            }
        }
        return batch.with(pipe.target(), new TextVector(out));
    }

    /** Columns by patterns. */
    static final class Columns {
        private Columns() {}

        static List<ColumnVector> matching(Batch batch, List<FieldPattern> patterns) {
            List<ColumnVector> columns = new ArrayList<>();
            for (FieldPattern pattern : patterns) {
                if (!pattern.prefix()) {
                    columns.add(batch.column(pattern.text()));
                    continue;
                }
                for (String name : batch.names()) {
                    if (pattern.matches(name)) {
                        columns.add(batch.column(name));
                    }
                }
            }
            return columns;
        }
    }
}
