package dev.lanelog.query.engine.pipe;

import dev.lanelog.query.engine.QueryRun;
import dev.lanelog.query.engine.filter.RowFilter;
import dev.lanelog.query.engine.filter.SubqueryFilters;
import dev.lanelog.query.engine.value.ValueProcessors;
import dev.lanelog.query.logsql.filter.Filter;
import dev.lanelog.query.logsql.pipe.Pipe;
import dev.lanelog.query.logsql.pipe.PipeBlockStats;
import dev.lanelog.query.logsql.pipe.PipeBlocksCount;
import dev.lanelog.query.logsql.pipe.PipeCoalesce;
import dev.lanelog.query.logsql.pipe.PipeCollapseNums;
import dev.lanelog.query.logsql.pipe.PipeCopy;
import dev.lanelog.query.logsql.pipe.PipeDecolorize;
import dev.lanelog.query.logsql.pipe.PipeDelete;
import dev.lanelog.query.logsql.pipe.PipeDropEmptyFields;
import dev.lanelog.query.logsql.pipe.PipeExtract;
import dev.lanelog.query.logsql.pipe.PipeExtractRegexp;
import dev.lanelog.query.logsql.pipe.PipeFacets;
import dev.lanelog.query.logsql.pipe.PipeFieldNames;
import dev.lanelog.query.logsql.pipe.PipeFieldValues;
import dev.lanelog.query.logsql.pipe.PipeFields;
import dev.lanelog.query.logsql.pipe.PipeFilter;
import dev.lanelog.query.logsql.pipe.PipeFirst;
import dev.lanelog.query.logsql.pipe.PipeFormat;
import dev.lanelog.query.logsql.pipe.PipeGenerateSequence;
import dev.lanelog.query.logsql.pipe.PipeHash;
import dev.lanelog.query.logsql.pipe.PipeJoin;
import dev.lanelog.query.logsql.pipe.PipeJsonArrayConcat;
import dev.lanelog.query.logsql.pipe.PipeJsonArrayLen;
import dev.lanelog.query.logsql.pipe.PipeLast;
import dev.lanelog.query.logsql.pipe.PipeLen;
import dev.lanelog.query.logsql.pipe.PipeLimit;
import dev.lanelog.query.logsql.pipe.PipeMath;
import dev.lanelog.query.logsql.pipe.PipeOffset;
import dev.lanelog.query.logsql.pipe.PipePackJson;
import dev.lanelog.query.logsql.pipe.PipePackLogfmt;
import dev.lanelog.query.logsql.pipe.PipeQueryStats;
import dev.lanelog.query.logsql.pipe.PipeRename;
import dev.lanelog.query.logsql.pipe.PipeReplace;
import dev.lanelog.query.logsql.pipe.PipeReplaceRegexp;
import dev.lanelog.query.logsql.pipe.PipeRunningStats;
import dev.lanelog.query.logsql.pipe.PipeSample;
import dev.lanelog.query.logsql.pipe.PipeSetStreamFields;
import dev.lanelog.query.logsql.pipe.PipeSort;
import dev.lanelog.query.logsql.pipe.PipeSplit;
import dev.lanelog.query.logsql.pipe.PipeStats;
import dev.lanelog.query.logsql.pipe.PipeStreamContext;
import dev.lanelog.query.logsql.pipe.PipeTimeAdd;
import dev.lanelog.query.logsql.pipe.PipeTop;
import dev.lanelog.query.logsql.pipe.PipeTotalStats;
import dev.lanelog.query.logsql.pipe.PipeUnion;
import dev.lanelog.query.logsql.pipe.PipeUniq;
import dev.lanelog.query.logsql.pipe.PipeUnpackJson;
import dev.lanelog.query.logsql.pipe.PipeUnpackLogfmt;
import dev.lanelog.query.logsql.pipe.PipeUnpackSyslog;
import dev.lanelog.query.logsql.pipe.PipeUnpackWords;
import dev.lanelog.query.logsql.pipe.PipeUnroll;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Makes the processor of a pipe. */
public final class Processors {
    private Processors() {}

    /**
     * Makes a processor. The first one for a pipe is made on the driver: what it needs from subqueries is run then.
     *
     * @param timeBound for a sort that wants the newest or oldest rows, shared by its instances; null for others
     * @throws IOException when rows that the pipe needs beforehand can't be read
     */
    public static Processor of(Pipe pipe, QueryRun run, @Nullable TimeBound timeBound) throws IOException {
        long nowNs = run.request().query().nowNs();
        return switch (pipe) {
            case PipeCopy p -> new CopyProcessor(p);
            case PipeDelete p -> new DeleteProcessor(p);
            case PipeDropEmptyFields _ -> new DropEmptyFieldsProcessor();
            case PipeFieldValues p -> new UniqProcessor(p, run);
            case PipeFields p -> new FieldsProcessor(p);
            case PipeFilter p -> new FilterProcessor(SubqueryFilters.condition(p.filter(), run));
            case PipeFirst p -> new SortProcessor(p.asSort(), run, "first", timeBound);
            case PipeLast p -> new SortProcessor(p.asSort(), run, "last", timeBound);
            case PipeLimit p -> new LimitProcessor(p.limit());
            case PipeOffset p -> new OffsetProcessor(p.offset());
            case PipeRename p -> new RenameProcessor(p);
            case PipeSort p -> new SortProcessor(p, run, "sort", timeBound);
            case PipeStats p -> new StatsProcessor(p, run);
            case PipeTop p -> new TopProcessor(p, run);
            case PipeUniq p -> new UniqProcessor(p, run);
            case PipeBlocksCount p -> new BlocksCountProcessor(p);
            case PipeFacets p -> new FacetsProcessor(p, run);
            case PipeFieldNames p -> new FieldNamesProcessor(p);
            case PipeGenerateSequence p -> new GenerateSequenceProcessor(p.count(), run);
            case PipeJoin p -> new JoinProcessor(p, run.shared(p, JoinTable.class, () -> JoinTable.load(p, run)));
            case PipeRunningStats p -> new RunningStatsProcessor(p, run);
            case PipeSample p -> new SampleProcessor(p.sample(), new SplittableRandom());
            case PipeSetStreamFields p -> new SetStreamFieldsProcessor(p, condition(p.condition(), run));
            case PipeTotalStats p -> new RunningStatsProcessor(p, run);
            case PipeUnion p -> new UnionProcessor(p, run);
            case PipeQueryStats _ -> new QueryStatsProcessor(run);
            case PipeBlockStats _ -> new BlockStatsProcessor();
            case PipeStreamContext p -> new StreamContextProcessor(p, run);
            case PipeCoalesce p -> ValueProcessors.of(p);
            case PipeCollapseNums p -> ValueProcessors.of(p);
            case PipeDecolorize p -> ValueProcessors.of(p);
            case PipeExtract p -> ValueProcessors.of(p, run);
            case PipeExtractRegexp p -> ValueProcessors.of(p, run);
            case PipeFormat p -> ValueProcessors.of(p);
            case PipeHash p -> ValueProcessors.of(p);
            case PipeJsonArrayConcat p -> ValueProcessors.of(p);
            case PipeJsonArrayLen p -> ValueProcessors.of(p);
            case PipeLen p -> ValueProcessors.of(p);
            case PipeMath p -> ValueProcessors.of(p, nowNs, RandomGenerator.getDefault());
            case PipePackJson p -> ValueProcessors.of(p);
            case PipePackLogfmt p -> ValueProcessors.of(p);
            case PipeReplace p -> ValueProcessors.of(p);
            case PipeReplaceRegexp p -> ValueProcessors.of(p);
            case PipeSplit p -> ValueProcessors.of(p);
            case PipeTimeAdd p -> ValueProcessors.of(p);
            case PipeUnpackJson p -> ValueProcessors.of(p, run);
            case PipeUnpackLogfmt p -> ValueProcessors.of(p, run);
            case PipeUnpackSyslog p -> ValueProcessors.of(p, run, nowNs);
            case PipeUnpackWords p -> ValueProcessors.of(p);
            case PipeUnroll p -> ValueProcessors.of(p, run);
        };
    }

    /** The condition of a pipe, null when it has none. */
    private static @Nullable RowFilter condition(@Nullable Filter filter, QueryRun run) throws IOException {
        return filter == null ? null : SubqueryFilters.condition(filter, run);
    }
}
