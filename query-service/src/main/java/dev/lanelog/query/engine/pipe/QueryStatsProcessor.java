package dev.lanelog.query.engine.pipe;

import dev.lanelog.query.engine.QueryRun;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.BatchConsumer;
import dev.lanelog.query.engine.batch.ByteBuilder;
import java.io.IOException;

/** {@code query_stats}: what the query cost, in one row. Names are VictoriaLogs' where it counts the same thing. */
final class QueryStatsProcessor implements AggregateProcessor {
    private final QueryRun run;

    QueryStatsProcessor(QueryRun run) {
        this.run = run;
    }

    @Override
    public void accept(Batch batch) {
        // Everything is made, as it would be for an answer.
        batch.detach();
    }

    @Override
    public void merge(AggregateProcessor other) {}

    @Override
    public void finish(BatchConsumer next) throws IOException {
        QueryRun.Counters counters = run.counters();
        RowTable table = new RowTable();
        table.next();
        set(table, "BytesReadTotal", counters.bytesRead.sum());
        set(table, "BlocksProcessed", counters.pagesScanned.sum());
        set(table, "BlocksPruned", counters.pagesPruned.sum());
        set(table, "GroupsProcessed", counters.slices.sum());
        set(table, "GroupsPruned", counters.slicesPruned.sum());
        set(table, "RowsProcessed", counters.rowsScanned.sum());
        set(table, "RowsFound", counters.rowsMatched.sum());
        set(table, "ValuesRead", counters.valuesRead.sum());
        set(table, "MemoryPeakBytes", run.memory().peak());
        set(table, "QueryDurationNsecs", run.elapsedNs());
        next.accept(table.take());
    }

    private static void set(RowTable table, String name, long value) {
        ByteBuilder text = new ByteBuilder(20);
        text.addLong(value);
        table.set(name, text.buf, 0, text.size);
    }
}
