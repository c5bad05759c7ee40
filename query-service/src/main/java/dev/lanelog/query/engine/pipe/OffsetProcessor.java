package dev.lanelog.query.engine.pipe;

import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.BatchConsumer;
import java.io.IOException;

/** {@code offset N}. */
final class OffsetProcessor implements StreamProcessor {
    private long left;

    OffsetProcessor(long offset) {
        this.left = offset;
    }

    @Override
    public void accept(Batch batch, BatchConsumer next) throws IOException {
        int skipped = (int) Math.min(left, batch.rows());
        left -= skipped;
        if (skipped < batch.rows()) {
            next.accept(batch.range(skipped, batch.rows()));
        }
    }
}
