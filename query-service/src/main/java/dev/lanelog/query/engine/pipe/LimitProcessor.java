package dev.lanelog.query.engine.pipe;

import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.BatchConsumer;
import java.io.IOException;

/** {@code limit N}. */
final class LimitProcessor implements StreamProcessor {
    private long left;

    LimitProcessor(long limit) {
        this.left = limit;
    }

    @Override
    public void accept(Batch batch, BatchConsumer next) throws IOException {
        int rows = (int) Math.min(left, batch.rows());
        left -= rows;
        if (rows > 0) {
            next.accept(batch.range(0, rows));
        }
    }

    @Override
    public boolean wantsMore() {
        return left > 0;
    }
}
