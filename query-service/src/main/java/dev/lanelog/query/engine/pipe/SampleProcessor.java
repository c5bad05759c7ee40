package dev.lanelog.query.engine.pipe;

import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.batch.Batch;
import java.util.random.RandomGenerator;

/** {@code sample N}: every row with a chance of one in N, by steps of random length instead of a coin per row. */
final class SampleProcessor implements RowProcessor {
    private final long sample;
    private final RandomGenerator random;
    private long skip;

    SampleProcessor(long sample, RandomGenerator random) {
        this.sample = sample;
        this.random = random;
        this.skip = step();
    }

    @Override
    public Batch process(Batch batch) {
        if (sample <= 1) {
            return batch;
        }
        Bitmap kept = new Bitmap(batch.rows());
        while (skip < batch.rows()) {
            kept.set((int) skip);
            skip += 1 + step();
        }
        skip -= batch.rows();
        return batch.select(kept);
    }

    /** Rows to leave out before the next one: geometrically distributed. */
    private long step() {
        return sample <= 1 ? 0 : (long) (Math.log(1 - random.nextDouble()) / Math.log1p(-1.0 / sample));
    }
}
