package dev.lanelog.query.engine.exec;

import dev.lanelog.query.engine.Cancellation;
import dev.lanelog.query.engine.QueryEngine;
import dev.lanelog.query.engine.QueryRequest;
import dev.lanelog.query.engine.QueryResult;
import dev.lanelog.query.engine.QueryRun;
import dev.lanelog.query.engine.QueryStatistics;
import dev.lanelog.query.engine.ResultSink;
import dev.lanelog.query.engine.RowConsumer;
import dev.lanelog.query.engine.Snapshot;
import dev.lanelog.query.engine.batch.BatchConsumer;
import dev.lanelog.query.engine.filter.SubqueryFilters;
import dev.lanelog.query.logsql.ast.Query;
import dev.lanelog.query.logsql.ast.TimeRange;
import java.io.IOException;
import java.util.function.LongSupplier;

/** The engine: subqueries first, then a plan, then one scan. */
public final class ScanQueryEngine implements QueryEngine {
    private final ComputePool pool;
    private final LongSupplier nanoTime;
    private final String kernelPath;
    private final DecodedCache decoded;

    /**
     * @param pool threads for the scans of all queries
     * @param nanoTime clock for timeouts and durations, as {@link System#nanoTime}
     * @param kernelPath which kernels the process runs, for statistics: {@code vector} or {@code scalar}
     * @param decoded what queries decode and the next ones find again
     */
    public ScanQueryEngine(ComputePool pool, LongSupplier nanoTime, String kernelPath, DecodedCache decoded) {
        this.decoded = decoded;
        this.pool = pool;
        this.nanoTime = nanoTime;
        this.kernelPath = kernelPath;
    }

    @Override
    public QueryResult run(QueryRequest request, Snapshot snapshot, ResultSink sink, Cancellation cancellation)
            throws IOException {
        return execute(request, snapshot, cancellation, sorted -> new Output.Ndjson(sink, sorted));
    }

    @Override
    public QueryResult runRows(QueryRequest request, Snapshot snapshot, RowConsumer rows, Cancellation cancellation)
            throws IOException {
        return execute(request, snapshot, cancellation, sorted -> new Output.Rows(rows, sorted));
    }

    /** Makes an output, given whether fields are to be sorted. */
    @FunctionalInterface
    private interface OutputFactory {
        Output output(boolean sortFields);
    }

    private QueryResult execute(
            QueryRequest request, Snapshot snapshot, Cancellation cancellation, OutputFactory outputs)
            throws IOException {
        QueryRun run = new QueryRun(request, snapshot, cancellation, nanoTime, this::nested);
        run.check();
        Plan plan = plan(run);
        Output output = outputs.output(!PipeTraits.fixFieldOrder(plan.pipes()));
        new Scan(plan, pool, decoded, output).execute();
        long offsetNs = request.query().options().timeOffsetNs();
        return new QueryResult(
                statistics(run, output.rows()),
                TimeRange.subtract(plan.run().startNs(), -offsetNs),
                TimeRange.subtract(plan.run().endNs(), -offsetNs));
    }

    /** Runs a query inside another one: a subquery of a filter, or of a pipe. */
    private void nested(QueryRun run, QueryRequest request, BatchConsumer batches) throws IOException {
        new Scan(plan(run.nested(request)), pool, decoded, new Output.Batches(batches)).execute();
    }

    private Plan plan(QueryRun run) throws IOException {
        Query query = run.request().query();
        return Plan.of(run, query.withFilter(SubqueryFilters.resolve(query.filter(), run)));
    }

    private QueryStatistics statistics(QueryRun run, long rowsReturned) {
        QueryRun.Counters c = run.counters();
        return new QueryStatistics(
                rowsReturned,
                c.rowsMatched.sum(),
                c.rowsScanned.sum(),
                c.slices.sum(),
                c.slicesPruned.sum(),
                c.slicesFromMetadata.sum(),
                c.pages.sum(),
                c.pagesPruned.sum(),
                c.pagesScanned.sum(),
                c.bytesRead.sum(),
                c.valuesRead.sum(),
                run.memory().peak(),
                run.elapsedNs(),
                kernelPath);
    }
}
