package dev.lanelog.query.engine.exec;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.Query;
import dev.lanelog.query.logsql.pipe.Pipe;
import dev.lanelog.query.logsql.pipe.PipeBlockStats;
import dev.lanelog.query.logsql.pipe.PipeBlocksCount;
import dev.lanelog.query.logsql.pipe.PipeCoalesce;
import dev.lanelog.query.logsql.pipe.PipeCollapseNums;
import dev.lanelog.query.logsql.pipe.PipeCopy;
import dev.lanelog.query.logsql.pipe.PipeDecolorize;
import dev.lanelog.query.logsql.pipe.PipeDelete;
import dev.lanelog.query.logsql.pipe.PipeDropEmptyFields;
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
import dev.lanelog.query.logsql.pipe.PipePackJson;
import dev.lanelog.query.logsql.pipe.PipePackLogfmt;
import dev.lanelog.query.logsql.pipe.PipeQueryStats;
import dev.lanelog.query.logsql.pipe.PipeRename;
import dev.lanelog.query.logsql.pipe.PipeSetStreamFields;
import dev.lanelog.query.logsql.pipe.PipeSort;
import dev.lanelog.query.logsql.pipe.PipeSplit;
import dev.lanelog.query.logsql.pipe.PipeStats;
import dev.lanelog.query.logsql.pipe.PipeTop;
import dev.lanelog.query.logsql.pipe.PipeUnion;
import dev.lanelog.query.logsql.pipe.PipeUniq;
import dev.lanelog.query.logsql.pipe.PipeUnpackWords;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the planner knows about pipes. */
final class PipeTraits {
    private PipeTraits() {}

    /** The sort that a pipe is, or null. */
    static @Nullable PipeSort asSort(Pipe pipe) {
        return switch (pipe) {
            case PipeSort sort -> sort;
            case PipeFirst first -> first.asSort();
            case PipeLast last -> last.asSort();
            default -> null;
        };
    }

    /** Whether rows pass all of the pipes one by one with their own {@code _time}. */
    static boolean allKeepTime(List<Pipe> pipes) {
        for (Pipe pipe : pipes) {
            if (!keepsTime(pipe)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether rows pass the pipe one by one, none invented, with their own {@code _time}. False for pipes whose result
     * fields are not known before they run.
     */
    static boolean keepsTime(Pipe pipe) {
        return switch (pipe) {
            case PipeFilter _, PipeDropEmptyFields _, PipeSetStreamFields _ -> true;
            case PipeFields p -> FieldPattern.anyMatches(p.fields(), Names.TIME);
            case PipeDelete p -> !FieldPattern.anyMatches(p.fields(), Names.TIME);
            case PipeCopy p -> !FieldPattern.anyMatches(p.targets(), Names.TIME);
            case PipeRename p ->
                !FieldPattern.anyMatches(p.sources(), Names.TIME) && !FieldPattern.anyMatches(p.targets(), Names.TIME);
            case PipeCollapseNums p -> !p.field().equals(Names.TIME);
            case PipeDecolorize p -> !p.field().equals(Names.TIME);
            case PipeCoalesce p -> !p.target().equals(Names.TIME);
            case PipeFormat p -> !p.target().equals(Names.TIME);
            case PipeHash p -> !p.target().equals(Names.TIME);
            case PipeJsonArrayConcat p -> !p.target().equals(Names.TIME);
            case PipeJsonArrayLen p -> !p.target().equals(Names.TIME);
            case PipeLen p -> !p.target().equals(Names.TIME);
            case PipePackJson p -> !p.target().equals(Names.TIME);
            case PipePackLogfmt p -> !p.target().equals(Names.TIME);
            case PipeSplit p -> !p.target().equals(Names.TIME);
            case PipeUnpackWords p -> !p.target().equals(Names.TIME);
            default -> false;
        };
    }

    /** Whether the pipes fix the order of fields in the output; otherwise fields are sorted by name. */
    static boolean fixFieldOrder(List<Pipe> pipes) {
        for (int i = pipes.size() - 1; i >= 0; i--) {
            Pipe pipe = pipes.get(i);
            if (fixesFieldOrder(pipe)) {
                return true;
            }
            Query other = pipe instanceof PipeUnion union
                    ? union.query()
                    : pipe instanceof PipeJoin join ? join.query() : null;
            if (other != null && !fixFieldOrder(other.pipes())) {
                return false;
            }
        }
        return false;
    }

    private static boolean fixesFieldOrder(Pipe pipe) {
        return switch (pipe) {
            case PipeFields p -> {
                boolean exact = true;
                for (FieldPattern field : p.fields()) {
                    exact &= !field.prefix();
                }
                yield exact;
            }
            case PipeStats _,
                    PipeUniq _,
                    PipeTop _,
                    PipeFacets _,
                    PipeFieldNames _,
                    PipeFieldValues _,
                    PipeGenerateSequence _,
                    PipeBlockStats _,
                    PipeBlocksCount _,
                    PipeQueryStats _ -> true;
            default -> false;
        };
    }
}
