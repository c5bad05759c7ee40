package dev.lanelog.query.engine.pipe;

import dev.lanelog.query.engine.QueryRun;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.BatchConsumer;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.LongVector;
import dev.lanelog.query.engine.filter.RowFilter;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.filter.FilterSubstring;
import dev.lanelog.query.logsql.pipe.PipeFieldValues;
import dev.lanelog.query.logsql.pipe.PipeUniq;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code uniq} and {@code field_values}. When there are more combinations than the limit, which ones are returned depends
 * on the order of rows, and their hits would be too low: they are 0 then, as in VictoriaLogs.
 */
public final class UniqProcessor implements AggregateProcessor {
    private static final int ROWS_PER_BATCH = 4096;

    private final List<String> fields;
    private final @Nullable RowFilter filter;
    private final @Nullable String hitsName;
    private final long limit;
    private final QueryRun run;
    private final ValueCounts counts;

    UniqProcessor(PipeUniq pipe, QueryRun run) {
        this(pipe.by(), pipe.filter(), pipe.hitsName(), pipe.limit(), run, "uniq");
    }

    UniqProcessor(PipeFieldValues pipe, QueryRun run) {
        this(List.of(pipe.field()), pipe.filter(), "hits", pipe.limit(), run, "field_values");
    }

    private UniqProcessor(
            List<String> fields, String filter, @Nullable String hitsName, long limit, QueryRun run, String name) {
        this.fields = fields;
        this.filter =
                filter.isEmpty() ? null : RowFilter.of(new FilterSubstring(FieldPattern.exact(fields.get(0)), filter));
        this.hitsName = hitsName == null ? null : ValueCounts.hitsName(hitsName, fields);
        this.limit = limit;
        this.run = run;
        this.counts = new ValueCounts(fields, name, run);
    }

    @Override
    public void accept(Batch batch) {
        Batch selected = filter == null ? batch : batch.select(filter.matching(batch));
        if (selected.rows() > 0) {
            counts.accept(selected);
        }
    }

    @Override
    public boolean wantsMore() {
        return limit == 0 || counts.size() <= limit;
    }

    /** The field whose values alone decide the result, or null. */
    public @Nullable String countedField() {
        return fields.size() == 1 && filter == null ? fields.get(0) : null;
    }

    /** Counts rows that have this value in {@link #countedField}. */
    public void addCounted(byte[] value, long rows) {
        counts.add(value, rows);
    }

    @Override
    public void merge(AggregateProcessor other) {
        counts.merge(((UniqProcessor) other).counts);
    }

    @Override
    public void finish(BatchConsumer next) throws IOException {
        boolean cut = limit > 0 && counts.size() > limit;
        int total = cut ? (int) limit : counts.size();
        int[] order = new int[Math.min(ROWS_PER_BATCH, total)];
        List<String> names = new ArrayList<>(fields);
        if (hitsName != null) {
            names.add(hitsName);
        }
        for (int from = 0; from < total; from += ROWS_PER_BATCH) {
            int first = from;
            int count = Math.min(ROWS_PER_BATCH, total - from);
            Arrays.setAll(order, i -> first + i);
            List<ColumnVector> columns = counts.columns(order, 0, count);
            if (hitsName != null) {
                columns.add(cut ? new LongVector(new long[count], null) : counts.hits(order, 0, count));
            }
            run.check();
            next.accept(Batch.of(count, names, columns));
        }
        counts.close();
    }
}
