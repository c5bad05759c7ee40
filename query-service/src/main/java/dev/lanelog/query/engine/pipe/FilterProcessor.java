package dev.lanelog.query.engine.pipe;

import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.filter.RowFilter;

/** {@code filter}. */
final class FilterProcessor implements RowProcessor {
    private final RowFilter filter;

    FilterProcessor(RowFilter filter) {
        this.filter = filter;
    }

    @Override
    public Batch process(Batch batch) {
        return batch.select(filter.matching(batch));
    }
}
