package dev.lanelog.query.logsql.stats;

import dev.lanelog.query.logsql.ast.FieldSet;

/** A function of {@code stats}. {@link #toString()} is its canonical text, and the default name of its result. */
public sealed interface StatsFunction
        permits StatsAny,
                StatsAvg,
                StatsCount,
                StatsCountEmpty,
                StatsCountUniq,
                StatsCountUniqHash,
                StatsFieldMax,
                StatsFieldMin,
                StatsHistogram,
                StatsJsonValues,
                StatsMax,
                StatsMedian,
                StatsMin,
                StatsQuantile,
                StatsRate,
                StatsRateSum,
                StatsRowAny,
                StatsRowMax,
                StatsRowMin,
                StatsStddev,
                StatsSum,
                StatsSumLen,
                StatsUniqValues,
                StatsValues {
    /** Adds the fields the function reads. */
    void addNeededFields(FieldSet needed);
}
