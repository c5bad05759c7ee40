package dev.lanelog.query.engine.value;

import dev.lanelog.columnar.column.ValueBuffer;
import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.TextVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.engine.filter.RowFilter;
import dev.lanelog.query.engine.pipe.RowProcessor;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.GoQuote;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.Utf8;
import dev.lanelog.query.logsql.pipe.PipeSetStreamFields;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** {@code set_stream_fields}: the stream's text from other fields; the id of such a stream is empty, for it is not stored. */
final class SetStreamFieldsProcessor implements RowProcessor {
    private final PipeSetStreamFields pipe;
    private final @Nullable RowFilter condition;
    private final ValueRef ref = new ValueRef();

    SetStreamFieldsProcessor(PipeSetStreamFields pipe, @Nullable RowFilter condition) {
        this.pipe = pipe;
        this.condition = condition;
    }

    @Override
    public Batch process(Batch batch) {
        Bitmap matching = condition == null ? null : condition.matching(batch);
        TreeSet<String> names = new TreeSet<>();
        for (FieldPattern pattern : pipe.fields()) {
            if (!pattern.prefix()) {
                names.add(pattern.text());
                continue;
            }
            for (String name : batch.names()) {
                if (pattern.matches(name)) {
                    names.add(name);
                }
            }
        }
        List<String> sorted = List.copyOf(names);
        List<ColumnVector> columns = sorted.stream().map(batch::column).toList();
        ColumnVector stream = batch.column(Names.STREAM);
        ColumnVector streamId = batch.column(Names.STREAM_ID);
        ValueBuffer streams = new ValueBuffer(batch.rows(), 32 * batch.rows());
        ValueBuffer ids = new ValueBuffer(batch.rows(), 16);
        for (int row = 0; row < batch.rows(); row++) {
            if (matching == null || matching.get(row)) {
                byte[] text = Utf8.bytes(text(sorted, columns, row));
                streams.add(text, 0, text.length);
                ids.add(text, 0, 0);
            } else {
                stream.get(row, ref);
                streams.add(ref.buf, ref.off, ref.len);
                streamId.get(row, ref);
                ids.add(ref.buf, ref.off, ref.len);
            }
        }
        return batch.with(Names.STREAM, new TextVector(streams)).with(Names.STREAM_ID, new TextVector(ids));
    }

    private String text(List<String> names, List<ColumnVector> columns, int row) {
        StringBuilder sb = new StringBuilder("{");
        for (int i = 0; i < names.size(); i++) {
            columns.get(i).get(row, ref);
            if (ref.len > 0) {
                sb.append(sb.length() == 1 ? "" : ",").append(names.get(i)).append('=');
                sb.append(GoQuote.quote(Values.string(ref)));
            }
        }
        return sb.append('}').toString();
    }
}
