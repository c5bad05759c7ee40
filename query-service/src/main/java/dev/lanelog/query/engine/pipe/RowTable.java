package dev.lanelog.query.engine.pipe;

import dev.lanelog.columnar.column.ValueBuffer;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.TextVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.logsql.ast.Field;
import dev.lanelog.query.logsql.ast.Rows;
import dev.lanelog.query.logsql.ast.Utf8;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rows that are written one by one, their fields in the order they first come; becomes a batch. */
final class RowTable {
    private static final byte[] EMPTY = new byte[0];

    private final Map<String, ValueBuffer> columns = new LinkedHashMap<>();
    private int rows;

    int rows() {
        return rows;
    }

    /** Begins a row; fields that are not set stay empty. */
    void next() {
        rows++;
    }

    /** Sets a field of the row that was begun last, once. */
    void set(String name, byte[] buf, int off, int len) {
        ValueBuffer column = columns.get(name);
        if (column == null) {
            column = new ValueBuffer();
            columns.put(name, column);
        }
        while (column.count < rows - 1) {
            column.add(EMPTY, 0, 0);
        }
        column.add(buf, off, len);
    }

    void set(String name, byte[] value) {
        set(name, value, 0, value.length);
    }

    void set(String name, ValueRef value) {
        set(name, value.buf, value.off, value.len);
    }

    /** The rows so far as a batch; this table is empty afterwards. */
    Batch take() {
        List<String> names = new ArrayList<>(columns.keySet());
        List<ColumnVector> vectors = new ArrayList<>();
        for (ValueBuffer column : columns.values()) {
            while (column.count < rows) {
                column.add(EMPTY, 0, 0);
            }
            vectors.add(new TextVector(column));
        }
        Batch batch = Batch.of(rows, names, vectors);
        columns.clear();
        rows = 0;
        return batch;
    }

    /** Rows that are written in a query, as a batch. */
    static Batch batch(Rows rows) {
        RowTable table = new RowTable();
        for (List<Field> row : rows.rows()) {
            table.next();
            for (Field field : row) {
                table.set(field.name(), Utf8.bytes(field.value()));
            }
        }
        return table.take();
    }
}
