package dev.lanelog.query.engine.pipe;

import dev.lanelog.columnar.column.ValueBuffer;
import dev.lanelog.query.engine.MemoryBudget;
import dev.lanelog.query.engine.QueryRun;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.ConstantVector;
import dev.lanelog.query.engine.batch.TextVector;
import dev.lanelog.query.engine.stats.GroupKeys;
import dev.lanelog.query.logsql.ast.Names;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rows per combination of the values of some fields: what {@code uniq}, {@code top} and {@code field_values} share. */
final class ValueCounts {
    private final List<String> fields;
    private final GroupKeys keys;
    private final MemoryBudget.Account memory;
    private long[] hits = new long[16];
    private int[] groups = new int[1];

    ValueCounts(List<String> fields, String pipe, QueryRun run) {
        this.fields = fields;
        this.keys = new GroupKeys(fields.size());
        this.memory = run.memory().account(pipe);
    }

    int size() {
        return keys.size();
    }

    GroupKeys keys() {
        return keys;
    }

    long hits(int group) {
        return hits[group];
    }

    void accept(Batch batch) {
        int rows = batch.rows();
        if (groups.length < rows) {
            groups = new int[rows];
        }
        keys.groups(FieldsProcessor.columns(batch, fields), rows, groups);
        grow();
        for (int row = 0; row < rows; row++) {
            hits[groups[row]]++;
        }
        account();
    }

    /** Counts rows that have this value in the only field. */
    void add(byte[] value, long rows) {
        keys.groups(List.of(new ConstantVector(value)), 1, groups);
        grow();
        hits[groups[0]] += rows;
        account();
    }

    void merge(ValueCounts other) {
        int[] mapping = keys.merge(other.keys);
        grow();
        for (int i = 0; i < mapping.length; i++) {
            hits[mapping[i]] += other.hits[i];
        }
        account();
        other.memory.close();
    }

    private void grow() {
        if (hits.length < keys.size()) {
            hits = Arrays.copyOf(hits, Math.max(keys.size(), hits.length * 2));
        }
    }

    private void account() {
        memory.use(keys.heapBytes() + 8L * hits.length);
    }

    void close() {
        memory.close();
    }

    /** The values of the fields in these groups, a column per field. */
    List<ColumnVector> columns(int[] order, int from, int count) {
        List<ColumnVector> columns = new ArrayList<>(fields.size());
        for (int field = 0; field < fields.size(); field++) {
            columns.add(keys.column(field, order, from, count));
        }
        return columns;
    }

    /** The hits of these groups. */
    ColumnVector hits(int[] order, int from, int count) {
        ValueBuffer out = new ValueBuffer(count, 8 * count);
        ByteBuilder text = new ByteBuilder(20);
        for (int i = 0; i < count; i++) {
            text.clear();
            text.addLong(hits[order[from + i]]);
            out.add(text.buf, 0, text.size);
        }
        return new TextVector(out);
    }

    /** The name of a field for hits that is none of {@code taken}. */
    static String hitsName(String wanted, List<String> taken) {
        return Names.uniqueResultName(wanted, taken);
    }
}
