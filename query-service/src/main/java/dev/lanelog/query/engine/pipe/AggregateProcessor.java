package dev.lanelog.query.engine.pipe;

import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.BatchConsumer;
import java.io.IOException;

/**
 * A pipe that reads all rows, in any order, before it hands on the first. Instances of several threads are merged into
 * one.
 */
public non-sealed interface AggregateProcessor extends Processor {
    void accept(Batch batch) throws IOException;

    /** Takes over what {@code other}, an instance of the same pipe of the same query, has; it is not used again. */
    void merge(AggregateProcessor other) throws IOException;

    /** Hands on the result. */
    void finish(BatchConsumer next) throws IOException;

    /** False when further batches would make no difference to this instance. */
    default boolean wantsMore() {
        return true;
    }
}
