package dev.lanelog.query.engine.value;

import dev.lanelog.query.engine.QueryRun;
import dev.lanelog.query.engine.filter.RowFilter;
import dev.lanelog.query.engine.pipe.RowProcessor;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.filter.Filter;
import dev.lanelog.query.logsql.pipe.PipeCoalesce;
import dev.lanelog.query.logsql.pipe.PipeCollapseNums;
import dev.lanelog.query.logsql.pipe.PipeDecolorize;
import dev.lanelog.query.logsql.pipe.PipeExtract;
import dev.lanelog.query.logsql.pipe.PipeExtractRegexp;
import dev.lanelog.query.logsql.pipe.PipeFormat;
import dev.lanelog.query.logsql.pipe.PipeHash;
import dev.lanelog.query.logsql.pipe.PipeJsonArrayConcat;
import dev.lanelog.query.logsql.pipe.PipeJsonArrayLen;
import dev.lanelog.query.logsql.pipe.PipeLen;
import dev.lanelog.query.logsql.pipe.PipeMath;
import dev.lanelog.query.logsql.pipe.PipePackJson;
import dev.lanelog.query.logsql.pipe.PipePackLogfmt;
import dev.lanelog.query.logsql.pipe.PipeReplace;
import dev.lanelog.query.logsql.pipe.PipeReplaceRegexp;
import dev.lanelog.query.logsql.pipe.PipeSetStreamFields;
import dev.lanelog.query.logsql.pipe.PipeSplit;
import dev.lanelog.query.logsql.pipe.PipeTimeAdd;
import dev.lanelog.query.logsql.pipe.PipeUnpackJson;
import dev.lanelog.query.logsql.pipe.PipeUnpackLogfmt;
import dev.lanelog.query.logsql.pipe.PipeUnpackSyslog;
import dev.lanelog.query.logsql.pipe.PipeUnpackWords;
import dev.lanelog.query.logsql.pipe.PipeUnroll;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Makes the processors of pipes that make values out of values. */
public final class ValueProcessors {
    private ValueProcessors() {}

    public static RowProcessor of(PipeCoalesce p) {
        return new CoalesceProcessor(p);
    }

    public static RowProcessor of(PipeCollapseNums p) {
        return new MapProcessor(p.field(), p.field(), new CollapseNums(p.prettify()), filter(p.condition()));
    }

    public static RowProcessor of(PipeDecolorize p) {
        return new MapProcessor(p.field(), p.field(), TextFunctions::decolorize, null);
    }

    public static RowProcessor of(PipeExtract p, QueryRun run) {
        UnpackProcessor.Options options = new UnpackProcessor.Options("", p.keepOriginalFields(), p.skipEmptyResults());
        return new UnpackProcessor(
                p.from(), new PatternUnpacker(p.pattern()), options, filter(p.condition()), run.memory(), "extract");
    }

    public static RowProcessor of(PipeExtractRegexp p, QueryRun run) {
        UnpackProcessor.Options options = new UnpackProcessor.Options("", p.keepOriginalFields(), p.skipEmptyResults());
        return new UnpackProcessor(
                p.from(),
                new RegexpUnpacker(p.regexp(), p.groupNames()),
                options,
                filter(p.condition()),
                run.memory(),
                "extract_regexp");
    }

    public static RowProcessor of(PipeFormat p) {
        return new FormatProcessor(p, filter(p.condition()));
    }

    public static RowProcessor of(PipeHash p) {
        return new MapProcessor(p.source(), p.target(), TextFunctions::hash, null);
    }

    public static RowProcessor of(PipeJsonArrayConcat p) {
        return new MapProcessor(p.source(), p.target(), TextFunctions.jsonArrayConcat(p.delimiter()), null);
    }

    public static RowProcessor of(PipeJsonArrayLen p) {
        return new MapProcessor(p.source(), p.target(), TextFunctions::jsonArrayLength, null);
    }

    public static RowProcessor of(PipeLen p) {
        return new MapProcessor(p.source(), p.target(), (in, out) -> out.addLong(in.len), null);
    }

    /** @param nowNs what {@code now()} gives, nanoseconds since the epoch */
    public static RowProcessor of(PipeMath p, long nowNs, RandomGenerator random) {
        return new MathProcessor(p, nowNs, random);
    }

    public static RowProcessor of(PipePackJson p) {
        return new PackProcessor(p.fields(), p.target(), PackProcessor.Format.JSON);
    }

    public static RowProcessor of(PipePackLogfmt p) {
        return new PackProcessor(p.fields(), p.target(), PackProcessor.Format.LOGFMT);
    }

    public static RowProcessor of(PipeReplace p) {
        ValueFunction function = TextFunctions.replace(p.oldText(), p.replacement(), p.limit());
        return new MapProcessor(p.field(), p.field(), function, filter(p.condition()));
    }

    public static RowProcessor of(PipeReplaceRegexp p) {
        ValueFunction function = new ReplaceRegexp(p.regexp(), p.replacement(), p.limit());
        return new MapProcessor(p.field(), p.field(), function, filter(p.condition()));
    }

    public static RowProcessor of(PipeSetStreamFields p) {
        return new SetStreamFieldsProcessor(p, filter(p.condition()));
    }

    public static RowProcessor of(PipeSplit p) {
        return new MapProcessor(p.source(), p.target(), TextFunctions.split(p.separator()), null);
    }

    public static RowProcessor of(PipeTimeAdd p) {
        return p.field().equals(Names.TIME)
                ? new RowTimeAddProcessor(p.offsetNs())
                : new MapProcessor(p.field(), p.field(), TextFunctions.timeAdd(p.offsetNs()), null);
    }

    public static RowProcessor of(PipeUnpackJson p, QueryRun run) {
        UnpackProcessor.Options options =
                new UnpackProcessor.Options(p.resultPrefix(), p.keepOriginalFields(), p.skipEmptyResults());
        return new UnpackProcessor(
                p.from(),
                new JsonUnpacker(p.fields(), p.preserveKeys()),
                options,
                filter(p.condition()),
                run.memory(),
                "unpack_json");
    }

    public static RowProcessor of(PipeUnpackLogfmt p, QueryRun run) {
        UnpackProcessor.Options options =
                new UnpackProcessor.Options(p.resultPrefix(), p.keepOriginalFields(), p.skipEmptyResults());
        return new UnpackProcessor(
                p.from(),
                new LogfmtUnpacker(p.fields()),
                options,
                filter(p.condition()),
                run.memory(),
                "unpack_logfmt");
    }

    /** @param nowNs gives the year to times without one, nanoseconds since the epoch */
    public static RowProcessor of(PipeUnpackSyslog p, QueryRun run, long nowNs) {
        UnpackProcessor.Options options = new UnpackProcessor.Options(p.resultPrefix(), p.keepOriginalFields(), false);
        return new UnpackProcessor(
                p.from(),
                new SyslogUnpacker(nowNs, p.offsetNs()),
                options,
                filter(p.condition()),
                run.memory(),
                "unpack_syslog");
    }

    public static RowProcessor of(PipeUnpackWords p) {
        return new MapProcessor(p.source(), p.target(), TextFunctions.words(p.dropDuplicates()), null);
    }

    public static RowProcessor of(PipeUnroll p, QueryRun run) {
        return new UnrollProcessor(p, filter(p.condition()), run.memory());
    }

    private static @Nullable RowFilter filter(@Nullable Filter condition) {
        return condition == null ? null : RowFilter.of(condition);
    }
}
