package dev.lanelog.query.engine.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.ConstantVector;
import dev.lanelog.query.engine.batch.DictionaryVector;
import dev.lanelog.query.engine.batch.LongVector;
import dev.lanelog.query.engine.batch.TextVector;
import dev.lanelog.query.engine.batch.TimeVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.format.TimeText;
import java.util.List;

/** The rows of a batch. A {@code _time} that is no time matches no time filter. */
public final class BatchTarget implements FilterTarget {
    private final Batch batch;

    public BatchTarget(Batch batch) {
        this.batch = batch;
    }

    @Override
    public int rows() {
        return batch.rows();
    }

    @Override
    public List<String> names() {
        return batch.names();
    }

    @Override
    public void retain(String field, ColumnPredicate predicate, Bitmap rows) {
        VectorFilter.retain(batch.column(field), predicate, rows);
    }

    @Override
    public void retainTime(long minNs, long maxNs, Bitmap rows) {
        retainTime(timeNs -> timeNs >= minNs && timeNs <= maxNs, rows);
    }

    @Override
    public void retainTime(TimeCondition condition, Bitmap rows) {
        ColumnVector column = batch.column(Names.TIME);
        ValueRef ref = new ValueRef();
        for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
            long timeNs;
            if (column instanceof TimeVector times) {
                timeNs = times.timesNs()[row];
            } else {
                column.get(row, ref);
                timeNs = TimeText.parseRfc3339(ref.buf, ref.off, ref.len);
            }
            if (timeNs == TimeText.INVALID || !condition.matches(timeNs)) {
                rows.clear(row);
            }
        }
    }

    @Override
    public ColumnVector column(String field) {
        return batch.column(field);
    }

    @Override
    public String valueType(String field) {
        if (!batch.has(field)) {
            return "";
        }
        return switch (batch.column(field)) {
            case ConstantVector _ -> "const";
            case DictionaryVector _ -> "dict";
            case LongVector _ -> "int64";
            case TimeVector _ -> "time";
            case TextVector _ -> "string";
        };
    }

    @Override
    public int cost(String field) {
        return 1;
    }
}
