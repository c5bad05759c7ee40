package dev.lanelog.query.engine.pipe;

import dev.lanelog.query.engine.batch.Batch;
import java.io.IOException;

/** A pipe that looks at each batch alone and remembers nothing: it can run anywhere, in any number of instances. */
public non-sealed interface RowProcessor extends Processor {
    /** What becomes of a batch; {@link Batch#empty} when nothing does. */
    Batch process(Batch batch) throws IOException;
}
