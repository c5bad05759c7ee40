package dev.lanelog.query.engine.pipe;

import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.pipe.PipeFields;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code fields}. A name that is written out is there afterwards whether the rows have it or not, so that the order of
 * fields is the same in every batch.
 */
final class FieldsProcessor implements RowProcessor {
    private final PipeFields pipe;
    private final boolean all;

    FieldsProcessor(PipeFields pipe) {
        this.pipe = pipe;
        this.all = FieldPattern.anyIsAll(pipe.fields());
    }

    @Override
    public Batch process(Batch batch) {
        if (all) {
            return batch;
        }
        Batch result = batch;
        List<String> names = new ArrayList<>();
        for (FieldPattern field : pipe.fields()) {
            if (!field.prefix()) {
                if (!batch.has(field.text())) {
                    result = result.copy(field.text(), field.text());
                }
                add(names, field.text());
            } else {
                for (String name : batch.names()) {
                    if (field.matches(name)) {
                        add(names, name);
                    }
                }
            }
        }
        return result.project(names);
    }

    private static void add(List<String> names, String name) {
        if (!names.contains(name)) {
            names.add(name);
        }
    }

    /** Columns of these fields, absent ones empty. */
    static List<ColumnVector> columns(Batch batch, List<String> names) {
        List<ColumnVector> columns = new ArrayList<>(names.size());
        for (String name : names) {
            columns.add(batch.column(name));
        }
        return columns;
    }
}
