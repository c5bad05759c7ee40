package dev.lanelog.query.api.logsql;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.Query;
import dev.lanelog.query.logsql.pipe.Pipe;
import dev.lanelog.query.logsql.pipe.PipeBlockStats;
import dev.lanelog.query.logsql.pipe.PipeBlocksCount;
import dev.lanelog.query.logsql.pipe.PipeFacets;
import dev.lanelog.query.logsql.pipe.PipeFieldNames;
import dev.lanelog.query.logsql.pipe.PipeFieldValues;
import dev.lanelog.query.logsql.pipe.PipeFields;
import dev.lanelog.query.logsql.pipe.PipeFirst;
import dev.lanelog.query.logsql.pipe.PipeGenerateSequence;
import dev.lanelog.query.logsql.pipe.PipeJoin;
import dev.lanelog.query.logsql.pipe.PipeLast;
import dev.lanelog.query.logsql.pipe.PipeLimit;
import dev.lanelog.query.logsql.pipe.PipeOffset;
import dev.lanelog.query.logsql.pipe.PipeQueryStats;
import dev.lanelog.query.logsql.pipe.PipeRunningStats;
import dev.lanelog.query.logsql.pipe.PipeSample;
import dev.lanelog.query.logsql.pipe.PipeSort;
import dev.lanelog.query.logsql.pipe.PipeStats;
import dev.lanelog.query.logsql.pipe.PipeStreamContext;
import dev.lanelog.query.logsql.pipe.PipeTop;
import dev.lanelog.query.logsql.pipe.PipeTotalStats;
import dev.lanelog.query.logsql.pipe.PipeUnion;
import dev.lanelog.query.logsql.pipe.PipeUniq;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What endpoints need to know about the pipes of a query before they add their own. */
final class PipeTraits {
    private PipeTraits() {}

    /** Whether each row goes on by itself, so that a pipe needs no end of its input. */
    static boolean isRowWise(Pipe pipe) {
        return switch (pipe) {
            case PipeBlockStats p -> false;
            case PipeBlocksCount p -> false;
            case PipeFacets p -> false;
            case PipeFieldNames p -> false;
            case PipeFieldValues p -> false;
            case PipeFirst p -> false;
            case PipeGenerateSequence p -> false;
            case PipeLast p -> false;
            case PipeLimit p -> false;
            case PipeOffset p -> false;
            case PipeQueryStats p -> false;
            case PipeRunningStats p -> false;
            case PipeSort p -> false;
            case PipeStats p -> false;
            case PipeStreamContext p -> false;
            case PipeTop p -> false;
            case PipeTotalStats p -> false;
            case PipeUnion p -> false;
            case PipeUniq p -> false;
            default -> true;
        };
    }

    /** Whether rows keep their own {@code _time}, and none is lost but by a condition. */
    static boolean leavesTime(Pipe pipe) {
        if (!isRowWise(pipe) || pipe instanceof PipeJoin || pipe instanceof PipeSample) {
            return false;
        }
        FieldSet time = FieldSet.none();
        time.add(Names.TIME);
        pipe.updateNeededFields(time);
        return time.contains(Names.TIME);
    }

    /** The query without its first pipe that loses the time of rows and all behind it. */
    static Query upToTimeLoss(Query query) {
        List<Pipe> kept = new ArrayList<>();
        for (Pipe pipe : query.pipes()) {
            if (pipe instanceof PipeUnion union && union.query() != null) {
                kept.add(new PipeUnion(upToTimeLoss(union.query()), null));
            } else if (leavesTime(pipe) || pipe instanceof PipeJoin) {
                kept.add(pipe);
            } else {
                break;
            }
        }
        return query.withPipes(kept);
    }

    /** The columns that a query's rows have in any case, in order, or null when the rows decide. */
    static @Nullable List<String> fixedColumns(Query query) {
        for (int i = query.pipes().size() - 1; i >= 0; i--) {
            switch (query.pipes().get(i)) {
                case PipeSort p -> {
                    if (p.rankName() != null) {
                        return null;
                    }
                }
                case PipeLimit p -> {
                    // the same columns
                }
                case PipeOffset p -> {
                    // the same columns
                }
                case PipeFields p -> {
                    return exactNames(p.fields());
                }
                case PipeStats p -> {
                    List<String> names = new ArrayList<>();
                    p.by().forEach(field -> names.add(field.name()));
                    p.calls().forEach(call -> names.add(call.resultName()));
                    return names;
                }
                default -> {
                    return null;
                }
            }
        }
        return null;
    }

    private static @Nullable List<String> exactNames(List<FieldPattern> patterns) {
        List<String> names = new ArrayList<>();
        for (FieldPattern pattern : patterns) {
            if (pattern.prefix()) {
                return null;
            }
            names.add(pattern.text());
        }
        return names;
    }
}
