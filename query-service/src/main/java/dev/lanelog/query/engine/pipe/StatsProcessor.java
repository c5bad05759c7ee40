package dev.lanelog.query.engine.pipe;

import dev.lanelog.columnar.column.ValueBuffer;
import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.MemoryBudget;
import dev.lanelog.query.engine.QueryRun;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.BatchConsumer;
import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.ConstantVector;
import dev.lanelog.query.engine.batch.TextVector;
import dev.lanelog.query.engine.filter.RowFilter;
import dev.lanelog.query.engine.filter.SubqueryFilters;
import dev.lanelog.query.engine.stats.AggregateCount;
import dev.lanelog.query.engine.stats.Aggregator;
import dev.lanelog.query.engine.stats.GroupKeys;
import dev.lanelog.query.logsql.ast.ByField;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.filter.Filter;
import dev.lanelog.query.logsql.pipe.PipeStats;
import dev.lanelog.query.logsql.stats.StatsCall;
import dev.lanelog.query.logsql.stats.StatsCount;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code stats}. Without {@code by} there is one row of results even when no row came. */
public final class StatsProcessor implements AggregateProcessor {
    private static final int ROWS_PER_BATCH = 4096;

    private final PipeStats pipe;
    private final QueryRun run;
    private final List<StatsCall> calls;
    private final @Nullable RowFilter[] conditions;
    private final @Nullable Buckets[] buckets;
    private final Aggregator[] aggregators;
    private final GroupKeys keys;
    private final MemoryBudget.Account memory;
    private int[] groups = new int[0];

    StatsProcessor(PipeStats pipe, QueryRun run) throws IOException {
        this.pipe = pipe;
        this.run = run;
        this.calls = pipe.calls();
        this.conditions = new RowFilter[calls.size()];
        this.buckets = new Buckets[pipe.by().size()];
        this.aggregators = new Aggregator[calls.size()];
        this.keys = new GroupKeys(pipe.by().size());
        this.memory = run.memory().account("stats");
        double stepSeconds = stepSeconds();
        for (int i = 0; i < aggregators.length; i++) {
            StatsCall call = calls.get(i);
            Filter condition = call.condition();
            conditions[i] = condition == null ? null : SubqueryFilters.condition(condition, run);
            aggregators[i] =
                    Aggregator.of(call.function(), stepSeconds, !pipe.by().isEmpty());
        }
        for (int i = 0; i < buckets.length; i++) {
            ByField.Bucket bucket = pipe.by().get(i).bucket();
            buckets[i] = bucket == null ? null : new Buckets(bucket);
        }
    }

    /** What rates are per: the width of the time buckets, else the length of the time range; 0 when there is neither. */
    private double stepSeconds() {
        for (ByField key : pipe.by()) {
            if (key.name().equals(Names.TIME)
                    && key.bucket() != null
                    && key.bucket().size() > 0) {
                return key.bucket().size() / 1e9;
            }
        }
        boolean bounded = run.startNs() != Long.MIN_VALUE && run.endNs() != Long.MAX_VALUE;
        return bounded ? (run.endNs() - run.startNs()) / 1e9 : 0;
    }

    @Override
    public void accept(Batch batch) {
        int rows = batch.rows();
        if (groups.length < rows) {
            groups = new int[rows];
        }
        List<ColumnVector> columns = new ArrayList<>(buckets.length);
        for (int i = 0; i < buckets.length; i++) {
            ColumnVector column = batch.column(pipe.by().get(i).name());
            Buckets bucket = buckets[i];
            columns.add(bucket == null ? column : bucket.round(batch, column));
        }
        keys.groups(columns, rows, groups);
        for (int i = 0; i < aggregators.length; i++) {
            RowFilter condition = conditions[i];
            Bitmap matching = condition == null ? null : condition.matching(batch);
            if (matching == null || !matching.isEmpty()) {
                aggregators[i].accept(batch, groups, keys.size(), matching);
            }
        }
        account();
    }

    /**
     * The field whose values alone decide the result, so that a slice's counts per value answer for its rows; the empty
     * string when the number of rows alone does; null when the rows have to be looked at.
     */
    public @Nullable String countedField() {
        if (pipe.by().size() > 1 || pipe.by().size() == 1 && pipe.by().get(0).bucket() != null) {
            return null;
        }
        for (StatsCall call : calls) {
            boolean countsRows = call.function() instanceof StatsCount count
                    && (count.fields().isEmpty() || FieldPattern.anyIsAll(count.fields()));
            if (!countsRows || call.condition() != null) {
                return null;
            }
        }
        return pipe.by().isEmpty() ? "" : pipe.by().get(0).name();
    }

    /** Counts {@code rows} rows that have this value in {@link #countedField}. */
    public void addCounted(byte[] value, long rows) {
        if (groups.length == 0) {
            groups = new int[1];
        }
        keys.groups(pipe.by().isEmpty() ? List.of() : List.of(new ConstantVector(value)), 1, groups);
        for (Aggregator aggregator : aggregators) {
            ((AggregateCount) aggregator).add(groups[0], rows, keys.size());
        }
        account();
    }

    private void account() {
        long bytes = keys.heapBytes();
        for (Aggregator aggregator : aggregators) {
            bytes += aggregator.heapBytes();
        }
        memory.use(bytes);
    }

    @Override
    public void merge(AggregateProcessor other) {
        StatsProcessor o = (StatsProcessor) other;
        int[] mapping = keys.merge(o.keys);
        for (int i = 0; i < aggregators.length; i++) {
            aggregators[i].merge(o.aggregators[i], mapping, keys.size());
            run.check();
        }
        account();
        o.memory.close();
    }

    @Override
    public void finish(BatchConsumer next) throws IOException {
        int total = keys.size();
        List<String> names = new ArrayList<>();
        for (ByField key : pipe.by()) {
            names.add(key.name());
        }
        for (StatsCall call : calls) {
            names.add(call.resultName());
        }
        ByteBuilder value = new ByteBuilder(64);
        int[] order = new int[Math.min(ROWS_PER_BATCH, total)];
        for (int from = 0; from < total; from += ROWS_PER_BATCH) {
            int first = from;
            int count = Math.min(ROWS_PER_BATCH, total - from);
            Arrays.setAll(order, i -> first + i);
            List<ColumnVector> columns = new ArrayList<>();
            for (int field = 0; field < buckets.length; field++) {
                columns.add(keys.column(field, order, 0, count));
            }
            for (Aggregator aggregator : aggregators) {
                ValueBuffer values = new ValueBuffer(count, 16 * count);
                for (int i = 0; i < count; i++) {
                    value.clear();
                    aggregator.write(from + i, value);
                    values.add(value.buf, 0, value.size);
                }
                columns.add(new TextVector(values));
            }
            run.check();
            next.accept(Batch.of(count, names, columns));
        }
        memory.close();
    }
}
