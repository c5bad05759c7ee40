package dev.lanelog.query.engine.pipe;

import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.engine.batch.StoredRows;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.Utf8;

/**
 * {@code block_stats}: a row per column of every page with matching rows: how it is stored, and how many bytes of the group
 * reading it takes. Columns that a pipe made are {@code inmemory}.
 */
final class BlockStatsProcessor implements RowProcessor {
    private final ByteBuilder number = new ByteBuilder(20);

    @Override
    public Batch process(Batch batch) {
        RowTable table = new RowTable();
        StoredRows stored = batch.stored();
        for (String name : batch.names()) {
            StoredRows.Storage storage = stored == null ? null : stored.storage(name);
            table.next();
            table.set("field", Utf8.bytes(name));
            table.set("type", Utf8.bytes(storage == null ? "inmemory" : storage.type()));
            set(table, "values_bytes", storage == null ? 0 : storage.pageBytes());
            set(table, "bloom_bytes", 0);
            set(table, "dict_items", storage == null ? 0 : storage.distinctValues());
            set(table, "dict_bytes", storage == null ? 0 : storage.dictionaryBytes());
            set(table, "rows", batch.rows());
            table.set(Names.STREAM, Utf8.bytes("{}"));
            table.set("part_path", Utf8.bytes(storage == null ? "inmemory" : storage.group()));
        }
        return table.rows() == 0 ? Batch.empty() : table.take();
    }

    private void set(RowTable table, String name, long value) {
        number.clear();
        number.addLong(value);
        table.set(name, number.buf, 0, number.size);
    }
}
