package dev.lanelog.query.engine.pipe;

import dev.lanelog.columnar.column.ValueBuffer;
import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.TextVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.engine.filter.RowFilter;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.GoQuote;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.Utf8;
import dev.lanelog.query.logsql.pipe.PipeSetStreamFields;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code set_stream_fields}: {@code _stream} from other fields; such a row has no {@code _stream_id}. */
final class SetStreamFieldsProcessor implements RowProcessor {
    private final PipeSetStreamFields pipe;
    private final @Nullable RowFilter condition;
    private final ValueRef ref = new ValueRef();
    private final ByteBuilder text = new ByteBuilder(128);

    SetStreamFieldsProcessor(PipeSetStreamFields pipe, @Nullable RowFilter condition) {
        this.pipe = pipe;
        this.condition = condition;
    }

    @Override
    public Batch process(Batch batch) {
        Bitmap rows = condition == null ? null : condition.matching(batch);
        List<String> labels = new ArrayList<>();
        for (String name : batch.names()) {
            if (FieldPattern.anyMatches(pipe.fields(), name)) {
                labels.add(name);
            }
        }
        Collections.sort(labels);
        ColumnVector streams = batch.column(Names.STREAM);
        ColumnVector ids = batch.column(Names.STREAM_ID);
        ValueBuffer newStreams = new ValueBuffer(batch.rows(), 64 * batch.rows());
        ValueBuffer newIds = new ValueBuffer(batch.rows(), 64);
        for (int row = 0; row < batch.rows(); row++) {
            if (rows == null || rows.get(row)) {
                stream(batch, labels, row);
                newStreams.add(text.buf, 0, text.size);
                newIds.add(text.buf, 0, 0);
            } else {
                streams.get(row, ref);
                newStreams.add(ref.buf, ref.off, ref.len);
                ids.get(row, ref);
                newIds.add(ref.buf, ref.off, ref.len);
            }
        }
        return batch.with(Names.STREAM, new TextVector(newStreams)).with(Names.STREAM_ID, new TextVector(newIds));
    }

    private void stream(Batch batch, List<String> labels, int row) {
        text.clear();
        text.add('{');
        for (String label : labels) {
            batch.column(label).get(row, ref);
            if (ref.len > 0) {
                if (text.size > 1) {
                    text.add(',');
                }
                text.add(label);
                text.add('=');
                text.add(GoQuote.quote(Utf8.string(ref.buf, ref.off, ref.len)));
            }
        }
        text.add('}');
    }
}
