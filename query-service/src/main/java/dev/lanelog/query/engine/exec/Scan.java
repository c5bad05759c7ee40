package dev.lanelog.query.engine.exec;

import dev.lanelog.columnar.group.Slice;
import dev.lanelog.query.engine.QueryRequest;
import dev.lanelog.query.engine.QueryRun;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.pipe.AggregateProcessor;
import dev.lanelog.query.engine.pipe.TimeBound;
import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.TimeRange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One pass over the rows of a query. The driver hands pages to the pool, a few ahead of the one whose result it takes
 * next; results are taken in order. It returns only when no page is at work any more, because the slices may go away then.
 */
final class Scan implements RowScan.Steps {
    private static final long POLL_MS = 20;

    /** The result of a step that gives no rows. */
    static final Object NOTHING = new Object();

    private final Plan plan;
    private final QueryRun run;
    private final Pipeline pipeline;
    private final ComputePool pool;
    private final Output output;
    private final DecodedCache decoded;
    private final Pipeline.Tail tail;
    private final ConcurrentLinkedQueue<Pipeline.Worker> idle = new ConcurrentLinkedQueue<>();
    private final List<Pipeline.Worker> workers = new ArrayList<>();
    private volatile boolean stopped;

    Scan(Plan plan, ComputePool pool, DecodedCache decoded, Output output) throws IOException {
        this.plan = plan;
        this.run = plan.run();
        this.pipeline = new Pipeline(plan);
        this.pool = pool;
        this.output = output;
        this.decoded = decoded;
        this.tail = pipeline.tail(output::accept);
    }

    /** Scans, and lets the pipes finish. */
    void execute() throws IOException {
        try {
            if (!run.range().isEmpty() && tail.wantsMore()) {
                List<PageTask> tasks = tasks();
                if (pipeline.aggregates()) {
                    aggregate(tasks);
                } else {
                    rows(tasks);
                }
            }
            finish();
            output.finish();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private void aggregate(List<PageTask> tasks) throws IOException {
        if (tasks.size() <= 1 || pool.parallelism() == 1) {
            inline(tasks);
        } else {
            parallel(tasks);
        }
    }

    private void rows(List<PageTask> tasks) throws IOException {
        needed = plan.neededFields();
        RowScan scan = new RowScan(plan, pipeline, output, this);
        long rows = 0;
        for (PageTask task : tasks) {
            rows += task.to() - task.from();
        }
        if (rows <= pool.inlineRows()) {
            scan.inline(tasks);
            return;
        }
        RowScan.Leftovers leftovers = new RowScan.Leftovers();
        try {
            scan.parallel(tasks, pool, () -> stopped, leftovers);
        } finally {
            stopped = true;
            leftovers.all().forEach(Scan::settle);
        }
    }

    private void finish() throws IOException {
        if (pipeline.aggregates()) {
            AggregateProcessor merged = aggregate(worker());
            for (Pipeline.Worker other : List.copyOf(workers)) {
                AggregateProcessor part = aggregate(other);
                if (!part.equals(merged)) {
                    run.check();
                    merged.merge(part);
                }
            }
            merged.finish(tail);
        }
        tail.finish();
    }

    private static AggregateProcessor aggregate(Pipeline.Worker worker) {
        AggregateProcessor aggregate = worker.aggregate();
        if (aggregate == null) {
            throw new IllegalStateException("no aggregate in this query");
        }
        return aggregate;
    }

    /** Any worker that is free, or another one. */
    @Override
    public Pipeline.Worker worker() throws IOException {
        Pipeline.Worker free = idle.poll();
        if (free == null) {
            free = pipeline.worker();
            synchronized (workers) {
                workers.add(free);
            }
        }
        return free;
    }

    @Override
    public void giveBack(Pipeline.Worker worker) {
        idle.add(worker);
    }

    /** The pages to look at, in order of time, or newest first when the newest rows are wanted. */
    private List<PageTask> tasks() throws IOException {
        QueryRequest request = run.request();
        TimeRange stored = run.range();
        List<Slice> slices = new ArrayList<>(run.snapshot().slices(request.tenant(), run.startNs(), run.endNs()));
        slices.sort(Comparator.comparingLong(Slice::minTimeNs).thenComparing(Slice::groupName));
        List<PageTask> tasks = new ArrayList<>();
        for (Slice slice : slices) {
            run.check();
            run.counters().slices.increment();
            run.counters().pages.add(slice.pageCount());
            if (slice.maxTimeNs() < stored.minNs() || slice.minTimeNs() > stored.maxNs()) {
                run.counters().slicesPruned.increment();
                run.counters().pagesPruned.add(slice.pageCount());
                continue;
            }
            add(slice, stored, tasks);
        }
        TimeBound bound = plan.timeBound();
        if (bound != null && bound.newest()) {
            tasks.sort(Comparator.comparingLong(PageTask::maxTimeNs).reversed());
        }
        return tasks;
    }

    private void add(Slice slice, TimeRange stored, List<PageTask> tasks) throws IOException {
        SliceScan scan = new SliceScan(slice, run, decoded);
        boolean whole = slice.minTimeNs() >= stored.minNs() && slice.maxTimeNs() <= stored.maxNs();
        if (whole && plan.filter().matchesAll() && pipeline.aggregatesFirst()) {
            Pipeline.Worker worker = worker();
            boolean answered = MetadataAnswer.answer(scan, aggregate(worker));
            idle.add(worker);
            if (answered) {
                run.counters().slicesFromMetadata.increment();
                run.counters().rowsMatched.add(slice.rows());
                return;
            }
        }
        int first = stored.minNs() <= slice.minTimeNs() ? 0 : slice.time().lowerBound(stored.minNs());
        int end = stored.maxNs() >= slice.maxTimeNs()
                ? slice.rows()
                : slice.time().lowerBound(stored.maxNs() + 1);
        for (int page = 0; page < slice.pageCount(); page++) {
            int base = page * slice.pageRows();
            int from = Math.max(first - base, 0);
            int to = Math.min(end - base, slice.rowsInPage(page));
            if (from >= to) {
                run.counters().pagesPruned.increment();
            } else {
                tasks.add(new PageTask(scan, page, from, to));
            }
        }
    }

    private void inline(List<PageTask> tasks) throws IOException {
        for (PageTask task : tasks) {
            if (!wantsMore()) {
                return;
            }
            prefetch(task);
            compute(task);
        }
    }

    @Override
    public boolean wantsMore() {
        if (!pipeline.aggregates()) {
            return tail.wantsMore();
        }
        synchronized (workers) {
            for (Pipeline.Worker worker : workers) {
                if (!aggregate(worker).wantsMore()) {
                    return false;
                }
            }
        }
        return true;
    }

    private void parallel(List<PageTask> tasks) throws IOException {
        ArrayDeque<CompletableFuture<?>> ahead = new ArrayDeque<>();
        int window = pool.parallelism() * 2;
        try {
            int next = 0;
            while ((next < tasks.size() || !ahead.isEmpty()) && wantsMore()) {
                while (next < tasks.size() && ahead.size() < window) {
                    PageTask task = tasks.get(next++);
                    prefetch(task);
                    ahead.add(pool.submit(() -> {
                        compute(task);
                        return NOTHING;
                    }));
                }
                await(ahead.element());
                ahead.remove();
            }
        } finally {
            stopped = true;
            ahead.forEach(Scan::settle);
        }
    }

    /** Waits for a result; notices within {@value #POLL_MS} ms that the query is to end. */
    @Override
    public <T> T await(CompletableFuture<T> result) throws IOException {
        while (true) {
            run.check();
            try {
                return result.get(POLL_MS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException _) {
                // Look again whether the query is to end.
            } catch (ExecutionException e) {
                throw failure(e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while a query was running", e);
            }
        }
    }

    private static IOException failure(@Nullable Throwable cause) throws IOException {
        switch (cause) {
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case IOException e -> throw e;
            case null, default -> throw new IOException("a page scan failed", cause);
        }
    }

    /** Waits until a task has let go of its slice; what it gave or why it failed does not matter any more. */
    private static void settle(CompletableFuture<?> task) {
        boolean interrupted = false;
        while (!task.isDone()) {
            try {
                task.get();
            } catch (InterruptedException _) {
                interrupted = true;
            } catch (ExecutionException _) {
                break;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Gives the aggregate of a worker the rows of a page; on a compute thread. */
    private void compute(PageTask task) throws IOException {
        TimeBound bound = plan.timeBound();
        if (stopped) {
            return;
        }
        if (bound != null && bound.rulesOut(task.minTimeNs(), task.maxTimeNs())) {
            run.counters().pagesPruned.increment();
            return;
        }
        Batch batch = task.run(plan.filter());
        if (batch.rows() > 0) {
            Pipeline.Worker worker = worker();
            try {
                worker.process(batch);
            } finally {
                idle.add(worker);
            }
        }
    }

    @Override
    public void take(Object result) throws IOException {
        if (result instanceof Batch batch && !pipeline.tailIsEmpty()) {
            tail.accept(batch);
        } else if (!result.equals(NOTHING)) {
            output.acceptEncoded(result);
        }
    }

    /** Brings what the page surely needs: with a filter only the fields that it looks at. */
    private void prefetch(PageTask task) throws IOException {
        prefetch(task, plan.filter().matchesAll() ? neededFields() : plan.filterFields());
    }

    @Override
    public void beforeFilter(PageTask task) throws IOException {
        prefetch(task);
    }

    /** What the filter did not look at is still to come: all of it at once, not column by column. */
    @Override
    public void beforeRows(PageTask task) throws IOException {
        if (!plan.filter().matchesAll()) {
            prefetch(task, neededFields());
        }
    }

    private void prefetch(PageTask task, FieldSet fields) throws IOException {
        Ranges ranges = new Ranges();
        task.ranges(fields, ranges::add);
        if (ranges.count > 0) {
            run.counters().bytesRead.add(ranges.bytes);
            run.snapshot()
                    .prefetch(
                            task.scan().slice(),
                            Arrays.copyOf(ranges.offsets, ranges.count),
                            Arrays.copyOf(ranges.lengths, ranges.count));
        }
    }

    private volatile @Nullable FieldSet needed;

    private FieldSet neededFields() {
        FieldSet fields = needed;
        if (fields == null) {
            fields = plan.neededFields();
            needed = fields;
        }
        return fields;
    }

    /** Byte ranges one after the other. */
    private static final class Ranges {
        long[] offsets = new long[16];
        int[] lengths = new int[16];
        int count;
        long bytes;

        void add(long offset, int length) {
            if (count == offsets.length) {
                offsets = Arrays.copyOf(offsets, count * 2);
                lengths = Arrays.copyOf(lengths, count * 2);
            }
            offsets[count] = offset;
            lengths[count++] = length;
            bytes += length;
        }
    }
}
