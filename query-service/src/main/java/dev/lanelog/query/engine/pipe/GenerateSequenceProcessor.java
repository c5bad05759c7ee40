package dev.lanelog.query.engine.pipe;

import dev.lanelog.query.engine.QueryRun;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.BatchConsumer;
import dev.lanelog.query.engine.batch.LongVector;
import dev.lanelog.query.logsql.ast.Names;
import java.io.IOException;
import java.util.List;

/** {@code generate_sequence N}: the numbers from 0, whatever rows there are. */
final class GenerateSequenceProcessor implements AggregateProcessor {
    private static final int ROWS_PER_BATCH = 4096;

    private final long count;
    private final QueryRun run;

    GenerateSequenceProcessor(long count, QueryRun run) {
        this.count = count;
        this.run = run;
    }

    @Override
    public void accept(Batch batch) {}

    @Override
    public boolean wantsMore() {
        return false;
    }

    @Override
    public void merge(AggregateProcessor other) {}

    @Override
    public void finish(BatchConsumer next) throws IOException {
        for (long from = 0; from < count; from += ROWS_PER_BATCH) {
            run.check();
            long[] numbers = new long[(int) Math.min(ROWS_PER_BATCH, count - from)];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = from + i;
            }
            next.accept(Batch.of(numbers.length, List.of(Names.MSG), List.of(new LongVector(numbers, null))));
        }
    }
}
