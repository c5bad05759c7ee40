package dev.lanelog.query.engine.pipe;

import dev.lanelog.query.engine.QueryRun;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.BatchConsumer;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.LongVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.engine.stats.IndexSort;
import dev.lanelog.query.logsql.pipe.PipeTop;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code top N by (...)}: most hits first, then values by their bytes. */
public final class TopProcessor implements AggregateProcessor {
    private static final int ROWS_PER_BATCH = 4096;

    private final PipeTop pipe;
    private final QueryRun run;
    private final ValueCounts counts;
    private final ValueRef a = new ValueRef();
    private final ValueRef b = new ValueRef();

    TopProcessor(PipeTop pipe, QueryRun run) {
        this.pipe = pipe;
        this.run = run;
        this.counts = new ValueCounts(pipe.by(), "top", run);
    }

    @Override
    public void accept(Batch batch) {
        counts.accept(batch);
    }

    /** The field whose values alone decide the result, or null. */
    public @Nullable String countedField() {
        return pipe.by().size() == 1 ? pipe.by().get(0) : null;
    }

    /** Counts rows that have this value in {@link #countedField}. */
    public void addCounted(byte[] value, long rows) {
        counts.add(value, rows);
    }

    @Override
    public void merge(AggregateProcessor other) {
        counts.merge(((TopProcessor) other).counts);
    }

    @Override
    public void finish(BatchConsumer next) throws IOException {
        int[] order = best();
        int total = (int) Math.min(pipe.limit(), order.length);
        List<String> names = new ArrayList<>(pipe.by());
        names.add(ValueCounts.hitsName(pipe.hitsName(), pipe.by()));
        if (pipe.rankName() != null) {
            names.add(pipe.rankName());
        }
        for (int from = 0; from < total; from += ROWS_PER_BATCH) {
            int count = Math.min(ROWS_PER_BATCH, total - from);
            List<ColumnVector> columns = counts.columns(order, from, count);
            columns.add(counts.hits(order, from, count));
            if (pipe.rankName() != null) {
                long[] ranks = new long[count];
                for (int i = 0; i < count; i++) {
                    ranks[i] = from + i + 1L;
                }
                columns.add(new LongVector(ranks, null));
            }
            run.check();
            next.accept(Batch.of(count, names, columns));
        }
        counts.close();
    }

    /** All groups that can be among the first N, in order: those with fewer hits than the N-th most are not compared. */
    private int[] best() {
        int size = counts.size();
        long[] sorted = new long[size];
        Arrays.setAll(sorted, counts::hits);
        Arrays.sort(sorted);
        long least = pipe.limit() >= size ? 0 : pipe.limit() == 0 ? Long.MAX_VALUE : sorted[size - (int) pipe.limit()];
        int n = 0;
        int[] order = new int[size];
        for (int group = 0; group < size; group++) {
            if (counts.hits(group) >= least) {
                order[n++] = group;
            }
        }
        IndexSort.sort(order, 0, n, this::compare);
        return Arrays.copyOf(order, n);
    }

    private int compare(int x, int y) {
        int byHits = Long.compare(counts.hits(y), counts.hits(x));
        if (byHits != 0) {
            return byHits;
        }
        for (int field = 0; field < pipe.by().size(); field++) {
            counts.keys().value(x, field, a);
            counts.keys().value(y, field, b);
            int byValue = Arrays.compareUnsigned(a.buf, a.off, a.off + a.len, b.buf, b.off, b.off + b.len);
            if (byValue != 0) {
                return byValue;
            }
        }
        return 0;
    }
}
