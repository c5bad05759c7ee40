package dev.lanelog.query.engine.exec;

import dev.lanelog.query.engine.QueryRun;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.BatchConsumer;
import dev.lanelog.query.engine.pipe.AggregateProcessor;
import dev.lanelog.query.engine.pipe.Processor;
import dev.lanelog.query.engine.pipe.Processors;
import dev.lanelog.query.engine.pipe.RowProcessor;
import dev.lanelog.query.engine.pipe.StreamProcessor;
import dev.lanelog.query.engine.pipe.TimeBound;
import dev.lanelog.query.logsql.pipe.Pipe;
import dev.lanelog.query.logsql.pipe.PipeCopy;
import dev.lanelog.query.logsql.pipe.PipeDelete;
import dev.lanelog.query.logsql.pipe.PipeFields;
import dev.lanelog.query.logsql.pipe.PipeFilter;
import dev.lanelog.query.logsql.pipe.PipeRename;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The pipes of a query, cut in two: row pipes at the front and an aggregate behind them run wherever a page is scanned, an
 * instance per worker; the rest, the tail, runs on the driver.
 */
final class Pipeline {
    private final QueryRun run;
    private final List<Pipe> local = new ArrayList<>();
    private final @Nullable Pipe aggregate;
    private final @Nullable TimeBound timeBound;
    private final List<Processor> tail = new ArrayList<>();

    Pipeline(Plan plan) throws IOException {
        this.run = plan.run();
        this.timeBound = plan.timeBound();
        List<Pipe> pipes = plan.pipes();
        Pipe reducing = null;
        int at = 0;
        for (; at < pipes.size(); at++) {
            Processor processor = Processors.of(pipes.get(at), run, timeBound);
            if (processor instanceof RowProcessor) {
                local.add(pipes.get(at));
                continue;
            }
            if (processor instanceof AggregateProcessor) {
                reducing = pipes.get(at++);
            }
            break;
        }
        this.aggregate = reducing;
        for (; at < pipes.size(); at++) {
            tail.add(Processors.of(pipes.get(at), run, null));
        }
    }

    /** Whether scanning gives an aggregate's state, and no batches. */
    boolean aggregates() {
        return aggregate != null;
    }

    /** Whether the pipes that run on workers leave values as they are, so that they cost next to nothing. */
    boolean onlyPicksFields() {
        for (Pipe pipe : local) {
            if (!(pipe instanceof PipeFields
                    || pipe instanceof PipeDelete
                    || pipe instanceof PipeRename
                    || pipe instanceof PipeCopy
                    || pipe instanceof PipeFilter)) {
                return false;
            }
        }
        return true;
    }

    /** Whether nothing is left to do behind the workers but to write. */
    boolean tailIsEmpty() {
        return tail.isEmpty();
    }

    /** Whether every row that matches the filter goes straight into the aggregate. */
    boolean aggregatesFirst() {
        return aggregate != null && local.isEmpty();
    }

    /** An instance of the front part. */
    Worker worker() throws IOException {
        List<RowProcessor> rows = new ArrayList<>();
        for (Pipe pipe : local) {
            rows.add((RowProcessor) Processors.of(pipe, run, null));
        }
        return new Worker(
                rows, aggregate == null ? null : (AggregateProcessor) Processors.of(aggregate, run, timeBound));
    }

    /** Front part of the pipes; used by one thread at a time. */
    static final class Worker {
        private final List<RowProcessor> rows;
        private final @Nullable AggregateProcessor aggregate;

        Worker(List<RowProcessor> rows, @Nullable AggregateProcessor aggregate) {
            this.rows = rows;
            this.aggregate = aggregate;
        }

        @Nullable AggregateProcessor aggregate() {
            return aggregate;
        }

        /** What becomes of a batch; without rows when the aggregate took it. */
        Batch process(Batch batch) throws IOException {
            Batch result = batch;
            for (RowProcessor processor : rows) {
                if (result.rows() == 0) {
                    return Batch.empty();
                }
                result = processor.process(result);
            }
            if (aggregate != null && result.rows() > 0) {
                aggregate.accept(result);
                return Batch.empty();
            }
            return result;
        }
    }

    /** The tail in front of {@code last}; for one pass. */
    Tail tail(BatchConsumer last) {
        return new Tail(tail, last);
    }

    /** The tail at work on the driver. */
    static final class Tail implements BatchConsumer {
        private final List<Processor> processors;
        private final BatchConsumer last;

        Tail(List<Processor> processors, BatchConsumer last) {
            this.processors = processors;
            this.last = last;
        }

        @Override
        public void accept(Batch batch) throws IOException {
            push(batch, 0);
        }

        private void push(Batch batch, int at) throws IOException {
            if (batch.rows() == 0) {
                return;
            }
            if (at == processors.size()) {
                last.accept(batch);
                return;
            }
            switch (processors.get(at)) {
                case RowProcessor p -> push(p.process(batch), at + 1);
                case StreamProcessor p -> p.accept(batch, b -> push(b, at + 1));
                case AggregateProcessor p -> p.accept(batch);
            }
        }

        /** False when no further batch can make a difference. */
        boolean wantsMore() {
            for (Processor processor : processors) {
                switch (processor) {
                    case StreamProcessor p
                    when !p.wantsMore() -> {
                        return false;
                    }
                    case AggregateProcessor p -> {
                        return p.wantsMore();
                    }
                    default -> {}
                }
            }
            return true;
        }

        /** Lets every pipe hand on what it holds back, from the first to the last. */
        void finish() throws IOException {
            for (int i = 0; i < processors.size(); i++) {
                int next = i + 1;
                BatchConsumer consumer = b -> push(b, next);
                switch (processors.get(i)) {
                    case RowProcessor _ -> {}
                    case StreamProcessor p -> p.finish(consumer);
                    case AggregateProcessor p -> p.finish(consumer);
                }
            }
        }
    }
}
