package dev.lanelog.query.engine.pipe;

import dev.lanelog.query.engine.MemoryBudget;
import dev.lanelog.query.engine.QueryRequest;
import dev.lanelog.query.engine.QueryRun;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.engine.stats.KeyTable;
import dev.lanelog.query.logsql.ast.Query;
import dev.lanelog.query.logsql.pipe.PipeJoin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The right side of a join: its rows by the values they are joined on. Read by many threads once it is made. */
final class JoinTable {
    private final PipeJoin pipe;
    private final KeyTable keys = new KeyTable();
    private final List<List<Row>> rows = new ArrayList<>();
    private final Set<String> names = new LinkedHashSet<>();
    private final ByteBuilder key = new ByteBuilder(64);
    private final ValueRef ref = new ValueRef();
    private long bytes;

    /** Fields of a row on the right, the keys taken out; names with the join's prefix. */
    record Row(String[] names, byte[][] values) {}

    private JoinTable(PipeJoin pipe) {
        this.pipe = pipe;
    }

    /** Runs the join's query, or takes its rows, and keeps them within the memory budget. */
    static JoinTable load(PipeJoin pipe, QueryRun run) throws IOException {
        JoinTable table = new JoinTable(pipe);
        MemoryBudget.Account memory = run.memory().account("join");
        Query query = pipe.query();
        if (query != null) {
            QueryRequest request = run.request();
            run.subqueries().run(run, request.withQuery(query, request.startNs(), request.endNs()), batch -> {
                table.add(batch);
                memory.use(table.bytes + table.keys.heapBytes());
            });
        } else if (pipe.rows() != null) {
            table.add(RowTable.batch(pipe.rows()));
        }
        return table;
    }

    private void add(Batch batch) {
        List<ColumnVector> keyColumns = FieldsProcessor.columns(batch, pipe.by());
        List<String> fields = batch.names();
        fields.removeAll(pipe.by());
        for (int row = 0; row < batch.rows(); row++) {
            key.clear();
            appendKey(keyColumns, row, key, ref);
            int at = keys.add(key.buf, 0, key.size);
            if (at == rows.size()) {
                rows.add(new ArrayList<>(1));
            }
            List<String> rowNames = new ArrayList<>();
            List<byte[]> values = new ArrayList<>();
            for (String field : fields) {
                batch.column(field).get(row, ref);
                if (ref.len > 0) {
                    rowNames.add(pipe.prefix() + field);
                    values.add(ref.copy());
                    bytes += 40 + ref.len;
                }
            }
            names.addAll(rowNames);
            rows.get(at).add(new Row(rowNames.toArray(new String[0]), values.toArray(new byte[0][])));
            bytes += 72;
        }
    }

    /** Values one behind the other, each with its length. */
    static void appendKey(List<ColumnVector> columns, int row, ByteBuilder key, ValueRef ref) {
        for (ColumnVector column : columns) {
            column.get(row, ref);
            key.add(ref.len >>> 24);
            key.add(ref.len >>> 16);
            key.add(ref.len >>> 8);
            key.add(ref.len);
            key.add(ref);
        }
    }

    /** Rows on the right for a key made by {@link #appendKey}. */
    List<Row> find(ByteBuilder wanted) {
        int at = keys.find(wanted.buf, 0, wanted.size);
        return at < 0 ? List.of() : rows.get(at);
    }

    /** Names of all fields that rows on the right add. */
    Set<String> names() {
        return names;
    }
}
