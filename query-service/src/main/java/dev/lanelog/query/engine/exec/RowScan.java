package dev.lanelog.query.engine.exec;

import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.QueryRun;
import dev.lanelog.query.engine.batch.Batch;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/**
 * The scan of a query that returns rows, in two steps: pages are filtered, a few ahead; the rows that are left go through
 * the row pipes and become blocks of the answer, also a few ahead, in pieces of a page so that all threads work on the page
 * whose rows are due. Results are taken in order, by the driver.
 */
final class RowScan {
    /** Rows whose columns are made at once when pipes work on rows: what a piece in flight can cost in memory. */
    static final int ROWS_PER_STEP = 8192;

    private final Pipeline pipeline;
    private final Plan plan;
    private final QueryRun run;
    private final Output output;
    private final Steps steps;

    /** What the rest of the scan does for this one. */
    interface Steps {
        /** On the driver, before a page is filtered. */
        void beforeFilter(PageTask task) throws IOException;

        /** On a compute thread, when rows of a page are to be read. */
        void beforeRows(PageTask task) throws IOException;

        Pipeline.Worker worker() throws IOException;

        void giveBack(Pipeline.Worker worker);

        /** On the driver: a batch for the tail, or what the output encoded. */
        void take(Object result) throws IOException;

        boolean wantsMore();

        /** Waits for a result; fails when the query is to end. */
        <T> T await(CompletableFuture<T> result) throws IOException;
    }

    /** Rows of a page that are due, in steps; a step gives a batch, an encoded block, or {@link Scan#NOTHING}. */
    private interface Due {
        /** The step that begins at {@code from}, of a row count or a row number as the implementation has it. */
        Object step(int from, int to) throws IOException;

        /** Where the step that begins at {@code from} ends. */
        int end(int from);

        /** Where the last step ends; 0 when no row is left. */
        int size();
    }

    RowScan(Plan plan, Pipeline pipeline, Output output, Steps steps) {
        this.plan = plan;
        this.run = plan.run();
        this.pipeline = pipeline;
        this.output = output;
        this.steps = steps;
    }

    /** Does everything on the calling thread. */
    void inline(List<PageTask> tasks) throws IOException {
        for (PageTask task : tasks) {
            steps.beforeFilter(task);
            Due due = filter(task);
            for (int at = 0; at < due.size() && steps.wantsMore(); ) {
                int end = due.end(at);
                steps.take(due.step(at, end));
                at = end;
            }
            if (!steps.wantsMore()) {
                return;
            }
        }
    }

    /**
     * Does it on the threads of a pool.
     *
     * @param stopped becomes true when results are not wanted any more
     */
    void parallel(List<PageTask> tasks, ComputePool pool, BooleanSupplier stopped, Leftovers leftovers)
            throws IOException {
        ArrayDeque<CompletableFuture<Due>> pages = leftovers.pages;
        ArrayDeque<CompletableFuture<Object>> blocks = leftovers.blocks;
        Iterator<PageTask> rest = tasks.iterator();
        int window = pool.parallelism() * 3;
        Due due = NO_ROWS;
        int at = 0;
        while (steps.wantsMore()) {
            while (rest.hasNext() && pages.size() < pool.parallelism()) {
                PageTask task = rest.next();
                steps.beforeFilter(task);
                pages.add(pool.submit(() -> stopped.getAsBoolean() ? NO_ROWS : filter(task)));
            }
            if (at < due.size() && blocks.size() < window) {
                Due current = due;
                int from = at;
                int end = due.end(at);
                blocks.add(pool.submit(() -> stopped.getAsBoolean() ? Scan.NOTHING : current.step(from, end)));
                at = end;
            } else if (at >= due.size()
                    && !pages.isEmpty()
                    && (blocks.isEmpty() || pages.element().isDone())) {
                due = steps.await(pages.element());
                pages.remove();
                at = 0;
            } else if (!blocks.isEmpty()) {
                steps.take(steps.await(blocks.element()));
                blocks.remove();
            } else {
                return;
            }
        }
    }

    /** Work that was handed out and not taken. */
    static final class Leftovers {
        private final ArrayDeque<CompletableFuture<Due>> pages = new ArrayDeque<>();
        private final ArrayDeque<CompletableFuture<Object>> blocks = new ArrayDeque<>();

        Iterable<CompletableFuture<?>> all() {
            ArrayDeque<CompletableFuture<?>> all = new ArrayDeque<>(pages);
            all.addAll(blocks);
            return all;
        }
    }

    /** On a compute thread: what is left of a page. */
    private Due filter(PageTask task) throws IOException {
        if (plan.timeBound() != null && plan.timeBound().rulesOut(task.minTimeNs(), task.maxTimeNs())) {
            run.counters().pagesPruned.increment();
            return NO_ROWS;
        }
        if (pipeline.onlyPicksFields() && pipeline.tailIsEmpty()) {
            Batch batch = task.run(plan.filter());
            if (batch.rows() == 0) {
                return NO_ROWS;
            }
            steps.beforeRows(task);
            Batch result = process(batch);
            Output.Pieces pieces = result.rows() == 0 ? null : output.pieces(result);
            if (pieces != null) {
                return new Encoding(pieces, result.rows(), output.rowsPerPiece());
            }
            return result.rows() == 0 ? NO_ROWS : new Whole(output.encode(result));
        }
        Bitmap rows = task.select(plan.filter());
        if (rows.isEmpty()) {
            return NO_ROWS;
        }
        steps.beforeRows(task);
        return new Selected(task, rows);
    }

    private Batch process(Batch batch) throws IOException {
        Pipeline.Worker worker = steps.worker();
        try {
            return worker.process(batch);
        } finally {
            steps.giveBack(worker);
        }
    }

    private static final Due NO_ROWS = new Due() {
        @Override
        public Object step(int from, int to) {
            return Scan.NOTHING;
        }

        @Override
        public int end(int from) {
            return 0;
        }

        @Override
        public int size() {
            return 0;
        }
    };

    /** One result that is there already. */
    private record Whole(Object result) implements Due {
        @Override
        public Object step(int from, int to) {
            return result;
        }

        @Override
        public int end(int from) {
            return 1;
        }

        @Override
        public int size() {
            return 1;
        }
    }

    /** Rows that only have to be encoded. */
    private record Encoding(Output.Pieces pieces, int size, int rowsPerPiece) implements Due {
        @Override
        public Object step(int from, int to) {
            return pieces.encode(from, to);
        }

        @Override
        public int end(int from) {
            return Math.min(size, from + rowsPerPiece);
        }
    }

    /** Rows that pipes have work with; from and to are row numbers of the page. */
    private final class Selected implements Due {
        private final PageTask task;
        private final Bitmap rows;
        private final boolean few;

        Selected(PageTask task, Bitmap rows) {
            this.task = task;
            this.rows = rows;
            this.few = rows.cardinality() <= ROWS_PER_STEP;
        }

        @Override
        public Object step(int from, int to) throws IOException {
            Batch batch = task.batch(rows, from, to);
            if (batch.rows() == 0) {
                return Scan.NOTHING;
            }
            Batch result = process(batch);
            if (result.rows() == 0) {
                return Scan.NOTHING;
            }
            return pipeline.tailIsEmpty() ? output.encode(result) : result;
        }

        @Override
        public int end(int from) {
            return few ? rows.size() : Math.min(rows.size(), from + ROWS_PER_STEP);
        }

        @Override
        public int size() {
            return rows.size();
        }
    }
}
