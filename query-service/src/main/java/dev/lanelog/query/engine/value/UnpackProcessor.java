package dev.lanelog.query.engine.value;

import dev.lanelog.columnar.column.ValueBuffer;
import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.MemoryBudget;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.DictionaryVector;
import dev.lanelog.query.engine.batch.TextVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.engine.filter.RowFilter;
import dev.lanelog.query.engine.pipe.RowProcessor;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sets fields to what an {@link Unpacker} takes out of a value. A field that a row does not get keeps the value it had. Of
 * several values for one field the last counts.
 */
final class UnpackProcessor implements RowProcessor {
    /** How results go over values that are there. */
    record Options(String prefix, boolean keepOriginal, boolean skipEmpty) {}

    private final String source;
    private final Unpacker unpacker;
    private final Options options;
    private final @Nullable RowFilter condition;
    private final MemoryBudget memory;
    private final String user;
    private final ValueRef ref = new ValueRef();

    /** @param user the pipe's name for the message when memory runs out */
    UnpackProcessor(
            String source,
            Unpacker unpacker,
            Options options,
            @Nullable RowFilter condition,
            MemoryBudget memory,
            String user) {
        this.source = source;
        this.unpacker = unpacker;
        this.options = options;
        this.condition = condition;
        this.memory = memory;
        this.user = user;
    }

    @Override
    public Batch process(Batch batch) {
        Bitmap matching = condition == null ? null : condition.matching(batch);
        if (matching != null && matching.cardinality() == 0) {
            return batch;
        }
        try (MemoryBudget.Account account = memory.account(user)) {
            return unpack(batch, matching, account);
        }
    }

    private Batch unpack(Batch batch, @Nullable Bitmap matching, MemoryBudget.Account account) {
        ColumnVector column = batch.column(source);
        @Nullable FieldList[] byId = column instanceof DictionaryVector d && d.table().size() <= 2L * batch.rows()
                ? new FieldList[d.table().size()]
                : new FieldList[0];
        Map<String, Result> results = new LinkedHashMap<>();
        FieldList fields = new FieldList();
        byte @Nullable [] previous = null;
        for (int row = 0; row < batch.rows(); row++) {
            if (matching != null && !matching.get(row)) {
                continue;
            }
            column.get(row, ref);
            if (byId.length > 0 && column instanceof DictionaryVector d) {
                FieldList known = byId[d.ids()[row]];
                fields = known == null ? fieldsOf(ref) : known;
                byId[d.ids()[row]] = fields;
            } else if (previous == null
                    || !Arrays.equals(previous, 0, previous.length, ref.buf, ref.off, ref.off + ref.len)) {
                previous = ref.copy();
                fields = fieldsOf(ref);
            }
            put(batch, row, fields, results, account);
        }
        Batch result = batch;
        for (Map.Entry<String, Result> entry : results.entrySet()) {
            entry.getValue().padTo(batch.rows());
            result = result.with(entry.getKey(), new TextVector(entry.getValue().values));
        }
        return result;
    }

    private FieldList fieldsOf(ValueRef in) {
        FieldList fields = new FieldList();
        unpacker.unpack(in, fields);
        return fields;
    }

    private void put(
            Batch batch, int row, FieldList fields, Map<String, Result> results, MemoryBudget.Account account) {
        for (int i = 0; i < fields.size(); i++) {
            String name = options.prefix + fields.name(i);
            Result result = results.get(name);
            if (result == null) {
                result = new Result(batch.column(name), batch.rows());
                results.put(name, result);
                // What all columns will take at least; values are bounded by what they were taken from.
                account.use(results.size() * (long) batch.rows() * 8);
            }
            result.set(row, fields.value(i), options);
        }
    }

    /** A field that is written, row after row; rows in between keep what was there. */
    private static final class Result {
        final ColumnVector before;
        final ValueBuffer values;
        private final ValueRef ref = new ValueRef();

        Result(ColumnVector before, int rows) {
            this.before = before;
            this.values = new ValueBuffer(rows, 8 * rows + 16);
        }

        void padTo(int row) {
            while (values.count < row) {
                before.get(values.count, ref);
                values.add(ref.buf, ref.off, ref.len);
            }
        }

        void set(int row, byte[] value, Options options) {
            padTo(row);
            if (values.count > row) {
                values.count = row;
            }
            if (options.keepOriginal || (options.skipEmpty && value.length == 0)) {
                before.get(row, ref);
                if (ref.len > 0) {
                    values.add(ref.buf, ref.off, ref.len);
                    return;
                }
            }
            values.add(value, 0, value.length);
        }
    }
}
