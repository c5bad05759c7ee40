package dev.lanelog.query.engine.pipe;

import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.BatchConsumer;
import java.io.IOException;

/** A pipe that depends on the order of rows or on rows that went before: one instance, on the driver thread. */
public non-sealed interface StreamProcessor extends Processor {
    /** Takes a batch and hands on what it can. */
    void accept(Batch batch, BatchConsumer next) throws IOException;

    /** Hands on what was held back; no batch follows. */
    default void finish(BatchConsumer next) throws IOException {}

    /** False when further batches would make no difference. */
    default boolean wantsMore() {
        return true;
    }
}
