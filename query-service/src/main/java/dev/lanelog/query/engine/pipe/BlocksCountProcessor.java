package dev.lanelog.query.engine.pipe;

import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.BatchConsumer;
import dev.lanelog.query.engine.batch.LongVector;
import dev.lanelog.query.logsql.pipe.PipeBlocksCount;
import java.io.IOException;
import java.util.List;

/** {@code blocks_count}: how many batches came, which behind a filter is the number of pages with matching rows. */
final class BlocksCountProcessor implements AggregateProcessor {
    private final PipeBlocksCount pipe;
    private long blocks;

    BlocksCountProcessor(PipeBlocksCount pipe) {
        this.pipe = pipe;
    }

    @Override
    public void accept(Batch batch) {
        blocks++;
    }

    @Override
    public void merge(AggregateProcessor other) {
        blocks += ((BlocksCountProcessor) other).blocks;
    }

    @Override
    public void finish(BatchConsumer next) throws IOException {
        if (blocks > 0) {
            next.accept(Batch.of(1, List.of(pipe.resultName()), List.of(new LongVector(new long[] {blocks}, null))));
        }
    }
}
