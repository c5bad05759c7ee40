package dev.lanelog.query.engine.stats;

import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.logsql.stats.StatsAny;
import dev.lanelog.query.logsql.stats.StatsAvg;
import dev.lanelog.query.logsql.stats.StatsCount;
import dev.lanelog.query.logsql.stats.StatsCountEmpty;
import dev.lanelog.query.logsql.stats.StatsCountUniq;
import dev.lanelog.query.logsql.stats.StatsCountUniqHash;
import dev.lanelog.query.logsql.stats.StatsFieldMax;
import dev.lanelog.query.logsql.stats.StatsFieldMin;
import dev.lanelog.query.logsql.stats.StatsFunction;
import dev.lanelog.query.logsql.stats.StatsHistogram;
import dev.lanelog.query.logsql.stats.StatsJsonValues;
import dev.lanelog.query.logsql.stats.StatsMax;
import dev.lanelog.query.logsql.stats.StatsMedian;
import dev.lanelog.query.logsql.stats.StatsMin;
import dev.lanelog.query.logsql.stats.StatsQuantile;
import dev.lanelog.query.logsql.stats.StatsRate;
import dev.lanelog.query.logsql.stats.StatsRateSum;
import dev.lanelog.query.logsql.stats.StatsRowAny;
import dev.lanelog.query.logsql.stats.StatsRowMax;
import dev.lanelog.query.logsql.stats.StatsRowMin;
import dev.lanelog.query.logsql.stats.StatsStddev;
import dev.lanelog.query.logsql.stats.StatsSum;
import dev.lanelog.query.logsql.stats.StatsSumLen;
import dev.lanelog.query.logsql.stats.StatsUniqValues;
import dev.lanelog.query.logsql.stats.StatsValues;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stats function at work on all groups at once: state is kept in arrays with an entry per group, not in an object per
 * group. Used by one thread at a time; instances of several threads are merged.
 */
public abstract class Aggregator {
    Aggregator() {}

    /**
     * Takes the rows of a batch.
     *
     * @param groups group number of every row; may be longer than the batch
     * @param groupCount number of groups so far, more than any number in {@code groups}
     * @param rows rows to take, or null for all
     */
    public abstract void accept(Batch batch, int[] groups, int groupCount, @Nullable Bitmap rows);

    /**
     * Takes over the state of another instance of the same function.
     *
     * @param mapping the number here of each group there
     * @param groupCount number of groups here
     */
    public abstract void merge(Aggregator other, int[] mapping, int groupCount);

    /** Appends the result for a group, also for one that no row was taken for. */
    public abstract void write(int group, ByteBuilder out);

    public abstract long heapBytes();

    /**
     * Makes an aggregator.
     *
     * @param stepSeconds what rates are divided by; 0 for 1
     * @param grouped whether there can be more groups than one
     */
    public static Aggregator of(StatsFunction function, double stepSeconds, boolean grouped) {
        return switch (function) {
            case StatsAny f -> new AggregateAny(f);
            case StatsAvg f -> new AggregateSum(f.fields(), AggregateSum.Result.AVERAGE, 0);
            case StatsCount f -> new AggregateCount(f.fields(), 0);
            case StatsCountEmpty f -> new AggregateCountEmpty(f);
            case StatsCountUniq f -> new AggregateCountUniq(f.fields(), f.limit(), grouped);
            case StatsCountUniqHash f -> new AggregateCountUniqHash(f.fields(), f.limit());
            case StatsFieldMax f -> AggregateRow.fieldMax(f);
            case StatsFieldMin f -> AggregateRow.fieldMin(f);
            case StatsHistogram f -> new AggregateHistogram(f);
            case StatsJsonValues f -> new AggregateJsonValues(f);
            case StatsMax f -> new AggregateExtreme(f.fields(), true);
            case StatsMedian f -> new AggregateQuantile(f.fields(), 0.5);
            case StatsMin f -> new AggregateExtreme(f.fields(), false);
            case StatsQuantile f -> new AggregateQuantile(f.fields(), f.phi());
            case StatsRate _ -> new AggregateCount(List.of(), stepSeconds > 0 ? stepSeconds : 1);
            case StatsRateSum f -> new AggregateSum(f.fields(), AggregateSum.Result.RATE, stepSeconds);
            case StatsRowAny f -> AggregateRow.any(f);
            case StatsRowMax f -> AggregateRow.max(f);
            case StatsRowMin f -> AggregateRow.min(f);
            case StatsStddev f -> new AggregateStddev(f);
            case StatsSum f -> new AggregateSum(f.fields(), AggregateSum.Result.SUM, 0);
            case StatsSumLen f -> new AggregateSumLen(f);
            case StatsUniqValues f -> new AggregateUniqValues(f);
            case StatsValues f -> new AggregateValues(f);
        };
    }
}
