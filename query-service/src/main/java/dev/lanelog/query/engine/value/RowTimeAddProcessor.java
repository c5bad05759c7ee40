package dev.lanelog.query.engine.value;

import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.TimeVector;
import dev.lanelog.query.engine.pipe.RowProcessor;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.TimeRange;

/** {@code time_add} on the time of rows, which stays a time while it is one. */
final class RowTimeAddProcessor implements RowProcessor {
    private final long offsetNs;
    private final MapProcessor text;

    RowTimeAddProcessor(long offsetNs) {
        this.offsetNs = offsetNs;
        this.text = new MapProcessor(Names.TIME, Names.TIME, TextFunctions.timeAdd(offsetNs), null);
    }

    @Override
    public Batch process(Batch batch) {
        ColumnVector column = batch.column(Names.TIME);
        if (!(column instanceof TimeVector times)) {
            return text.process(batch);
        }
        long[] moved = new long[batch.rows()];
        for (int row = 0; row < moved.length; row++) {
            moved[row] = TimeRange.subtract(times.timesNs()[row], -offsetNs);
        }
        return batch.with(Names.TIME, new TimeVector(moved));
    }
}
