package dev.lanelog.query.engine.value;

import dev.lanelog.columnar.column.ValueBuffer;
import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.TextVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.engine.filter.RowFilter;
import dev.lanelog.query.engine.pipe.RowProcessor;
import dev.lanelog.query.logsql.ast.Utf8;
import dev.lanelog.query.logsql.pipe.Pattern;
import dev.lanelog.query.logsql.pipe.PipeFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code format}: texts and fields, each field written as its option says. */
final class FormatProcessor implements RowProcessor {
    private final PipeFormat pipe;
    private final @Nullable RowFilter condition;
    private final byte[][] texts;
    private final ValueFunction[] options;
    private final ValueRef ref = new ValueRef();

    FormatProcessor(PipeFormat pipe, @Nullable RowFilter condition) {
        this.pipe = pipe;
        this.condition = condition;
        List<Pattern.Step> steps = pipe.pattern().steps();
        texts = new byte[steps.size()][];
        options = new ValueFunction[steps.size()];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = Utf8.bytes(steps.get(i).prefix());
            options[i] = FormatOptions.of(steps.get(i).option());
        }
    }

    @Override
    public Batch process(Batch batch) {
        Bitmap matching = condition == null ? null : condition.matching(batch);
        if (matching != null && matching.cardinality() == 0) {
            return batch;
        }
        List<Pattern.Step> steps = pipe.pattern().steps();
        @Nullable ColumnVector[] columns = new ColumnVector[steps.size()];
        for (int i = 0; i < columns.length; i++) {
            String field = steps.get(i).field();
            columns[i] = field.isEmpty() ? null : batch.column(field);
        }
        ColumnVector before = batch.column(pipe.target());
        ValueBuffer formatted = new ValueBuffer(batch.rows(), 32 * batch.rows() + 16);
        ByteBuilder out = new ByteBuilder(256);
        for (int row = 0; row < batch.rows(); row++) {
            out.clear();
            if (matching == null || matching.get(row)) {
                format(columns, row, out);
                if (pipe.keepOriginalFields() || (pipe.skipEmptyResults() && out.size == 0)) {
                    keep(before, row, out);
                }
            } else {
                before.get(row, ref);
                out.add(ref);
            }
            formatted.add(out.buf, 0, out.size);
        }
        return batch.with(pipe.target(), new TextVector(formatted));
    }

    private void keep(ColumnVector before, int row, ByteBuilder out) {
        before.get(row, ref);
        if (ref.len > 0) {
            out.clear();
            out.add(ref);
        }
    }

    private void format(@Nullable ColumnVector[] columns, int row, ByteBuilder out) {
        for (int i = 0; i < texts.length; i++) {
            out.add(texts[i]);
            ColumnVector column = columns[i];
            if (column != null) {
                column.get(row, ref);
                options[i].apply(ref, out);
            }
        }
    }
}
