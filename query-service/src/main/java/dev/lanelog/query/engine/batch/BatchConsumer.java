package dev.lanelog.query.engine.batch;

import java.io.IOException;

/** Where batches go next. */
@FunctionalInterface
public interface BatchConsumer {
    /** Takes a batch with at least one row. */
    void accept(Batch batch) throws IOException;
}
