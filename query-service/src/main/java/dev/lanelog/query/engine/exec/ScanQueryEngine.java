package dev.lanelog.query.engine.exec;

import dev.lanelog.query.engine.Cancellation;
import dev.lanelog.query.engine.MemoryBudget;
import dev.lanelog.query.engine.QueryEngine;
import dev.lanelog.query.engine.QueryRequest;
import dev.lanelog.query.engine.QueryResult;
import dev.lanelog.query.engine.QueryRun;
import dev.lanelog.query.engine.QueryStatistics;
import dev.lanelog.query.engine.ResultSink;
import dev.lanelog.query.engine.RowConsumer;
import dev.lanelog.query.engine.Snapshot;
import dev.lanelog.query.engine.batch.BatchConsumer;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.engine.stats.KeyTable;
import dev.lanelog.query.logsql.ast.Query;
import dev.lanelog.query.logsql.ast.TimeRange;
import dev.lanelog.query.logsql.ast.Utf8;
import dev.lanelog.query.logsql.filter.Filter;
import dev.lanelog.query.logsql.filter.Filters;
import dev.lanelog.query.logsql.pipe.Pipe;
import dev.lanelog.query.logsql.pipe.PipeFilter;
import dev.lanelog.query.logsql.pipe.PipeStats;
import dev.lanelog.query.logsql.stats.StatsCall;
import dev.lanelog.query.logsql.stats.StatsEntry;
import dev.lanelog.query.logsql.stats.StatsSwitch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The engine: subqueries first, then a plan, then one scan. */
public final class ScanQueryEngine implements QueryEngine {
    private final ComputePool pool;
    private final LongSupplier nanoTime;
    private final String kernelPath;

    /**
     * @param pool threads for the scans of all queries
     * @param nanoTime clock for timeouts and durations, as {@link System#nanoTime}
     * @param kernelPath which kernels the process runs, for statistics: {@code vector} or {@code scalar}
     */
    public ScanQueryEngine(ComputePool pool, LongSupplier nanoTime, String kernelPath) {
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
        new Scan(plan, pool, output).execute();
        long offsetNs = request.query().options().timeOffsetNs();
        return new QueryResult(
                statistics(run, output.rows()),
                TimeRange.subtract(plan.run().startNs(), -offsetNs),
                TimeRange.subtract(plan.run().endNs(), -offsetNs));
    }

    /** Runs a query inside another one: a subquery of a filter, or of a pipe. */
    private void nested(QueryRun run, QueryRequest request, BatchConsumer batches) throws IOException {
        new Scan(plan(run.nested(request)), pool, new Output.Batches(batches)).execute();
    }

    private Plan plan(QueryRun run) throws IOException {
        QueryRequest request = run.request();
        Query query = request.query();
        Filter filter = resolve(query.filter(), run);
        List<Pipe> pipes = new ArrayList<>();
        for (Pipe pipe : query.pipes()) {
            pipes.add(resolve(pipe, run));
        }
        return Plan.of(run, query.withFilter(filter).withPipes(pipes));
    }

    private Pipe resolve(Pipe pipe, QueryRun run) throws IOException {
        return switch (pipe) {
            case PipeFilter p when Filters.hasSubquery(p.filter()) -> new PipeFilter(resolve(p.filter(), run));
            case PipeStats p -> {
                List<StatsEntry> entries = new ArrayList<>();
                for (StatsEntry entry : p.entries()) {
                    entries.add(resolve(entry, run));
                }
                yield new PipeStats(p.by(), entries);
            }
            default -> pipe;
        };
    }

    private StatsEntry resolve(StatsEntry entry, QueryRun run) throws IOException {
        return switch (entry) {
            case StatsCall call ->
                new StatsCall(call.function(), resolveNullable(call.condition(), run), call.resultName());
            case StatsSwitch s -> {
                List<StatsSwitch.Case> cases = new ArrayList<>();
                for (StatsSwitch.Case c : s.cases()) {
                    cases.add(new StatsSwitch.Case(resolveNullable(c.condition(), run), c.resultName()));
                }
                yield new StatsSwitch(s.function(), cases);
            }
        };
    }

    private @Nullable Filter resolveNullable(@Nullable Filter filter, QueryRun run) throws IOException {
        return filter == null ? null : resolve(filter, run);
    }

    private Filter resolve(Filter filter, QueryRun run) throws IOException {
        return Filters.hasSubquery(filter)
                ? Filters.resolve(filter, (query, field) -> values(query, field, run))
                : filter;
    }

    /** The distinct values that a subquery gives, within the memory budget. */
    private List<String> values(Query query, String field, QueryRun run) throws IOException {
        QueryRequest request = run.request();
        KeyTable values = new KeyTable();
        try (MemoryBudget.Account memory = run.memory().account("the subquery of a filter")) {
            ValueRef ref = new ValueRef();
            nested(run, request.withQuery(query, request.startNs(), request.endNs()), batch -> {
                ColumnVector column = batch.column(field);
                for (int row = 0; row < batch.rows(); row++) {
                    column.get(row, ref);
                    values.add(ref.buf, ref.off, ref.len);
                }
                memory.use(values.heapBytes());
            });
            List<String> list = new ArrayList<>(values.size());
            for (int i = 0; i < values.size(); i++) {
                list.add(Utf8.string(values.arena(), values.offset(i), values.length(i)));
            }
            return list;
        }
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
