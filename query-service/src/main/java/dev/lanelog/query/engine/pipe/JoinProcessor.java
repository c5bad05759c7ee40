package dev.lanelog.query.engine.pipe;

import dev.lanelog.columnar.column.ValueBuffer;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.TextVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.logsql.pipe.PipeJoin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** {@code join}: a row per partner on the right, whose fields fill what is empty on the left. */
final class JoinProcessor implements RowProcessor {
    private final PipeJoin pipe;
    private final JoinTable table;
    private final ByteBuilder key = new ByteBuilder(64);
    private final ValueRef ref = new ValueRef();

    JoinProcessor(PipeJoin pipe, JoinTable table) {
        this.pipe = pipe;
        this.table = table;
    }

    @Override
    public Batch process(Batch batch) {
        List<ColumnVector> keys = FieldsProcessor.columns(batch, pipe.by());
        int[] left = new int[batch.rows()];
        List<JoinTable.Row> right = new ArrayList<>();
        for (int row = 0; row < batch.rows(); row++) {
            key.clear();
            JoinTable.appendKey(keys, row, key, ref);
            List<JoinTable.Row> partners = table.find(key);
            int times = partners.isEmpty() && !pipe.inner() ? 1 : partners.size();
            if (left.length < right.size() + times) {
                left = Arrays.copyOf(left, Math.max(right.size() + times, left.length * 2));
            }
            for (int i = 0; i < times; i++) {
                left[right.size()] = row;
                right.add(partners.isEmpty() ? new JoinTable.Row(new String[0], new byte[0][]) : partners.get(i));
            }
        }
        if (right.isEmpty()) {
            return Batch.empty();
        }
        Batch result = batch.gather(left, 0, right.size());
        for (String name : table.names()) {
            result = result.with(name, filled(result.column(name), name, right));
        }
        return result;
    }

    private ColumnVector filled(ColumnVector existing, String name, List<JoinTable.Row> right) {
        ValueBuffer out = new ValueBuffer(right.size(), 16 * right.size());
        for (int row = 0; row < right.size(); row++) {
            existing.get(row, ref);
            if (ref.len > 0) {
                out.add(ref.buf, ref.off, ref.len);
                continue;
            }
            JoinTable.Row partner = right.get(row);
            byte[] value = {};
            for (int i = 0; i < partner.names().length; i++) {
                if (partner.names()[i].equals(name)) {
                    value = partner.values()[i];
                }
            }
            out.add(value, 0, value.length);
        }
        return new TextVector(out);
    }
}
