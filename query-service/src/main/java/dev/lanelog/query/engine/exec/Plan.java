package dev.lanelog.query.engine.exec;

import dev.lanelog.query.engine.QueryRequest;
import dev.lanelog.query.engine.QueryRun;
import dev.lanelog.query.engine.filter.RowFilter;
import dev.lanelog.query.engine.pipe.TimeBound;
import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.Query;
import dev.lanelog.query.logsql.ast.SortField;
import dev.lanelog.query.logsql.ast.TimeRange;
import dev.lanelog.query.logsql.filter.Filter;
import dev.lanelog.query.logsql.filter.FilterAnd;
import dev.lanelog.query.logsql.filter.FilterTime;
import dev.lanelog.query.logsql.filter.Filters;
import dev.lanelog.query.logsql.pipe.Pipe;
import dev.lanelog.query.logsql.pipe.PipeLimit;
import dev.lanelog.query.logsql.pipe.PipeOffset;
import dev.lanelog.query.logsql.pipe.PipeSort;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done for a query: the time range that its filter and the request leave, the filter without the time
 * conditions that the range holds, and the pipes, the request's limit among them.
 */
final class Plan {
    private final QueryRun run;
    private final RowFilter filter;
    private final FieldSet filterFields;
    private final List<Pipe> pipes;
    private final @Nullable TimeBound timeBound;

    private Plan(
            QueryRun run, RowFilter filter, FieldSet filterFields, List<Pipe> pipes, @Nullable TimeBound timeBound) {
        this.run = run;
        this.filter = filter;
        this.filterFields = filterFields;
        this.pipes = pipes;
        this.timeBound = timeBound;
    }

    /**
     * Plans a query.
     *
     * @param resolved the query of {@code run} with every subquery of its filter replaced by its values
     */
    static Plan of(QueryRun run, Query resolved) {
        QueryRequest request = run.request();
        List<Filter> all = new ArrayList<>();
        all.add(resolved.filter());
        all.addAll(request.extraFilters());
        Filter global = resolved.options().globalFilter();
        if (global != null) {
            all.add(global);
        }
        Filter filter = Filters.and(all);
        TimeRange range = Filters.timeRange(filter);
        if (!Boolean.TRUE.equals(resolved.options().ignoreGlobalTimeFilter())) {
            long last = request.endNs() == Long.MAX_VALUE || request.endNs() == Long.MIN_VALUE
                    ? request.endNs()
                    : request.endNs() - 1;
            // The filter's times are stored times already.
            range = range.intersect(new TimeRange(request.startNs(), last)
                    .minus(resolved.options().timeOffsetNs()));
        }
        long end = range.maxNs() == Long.MAX_VALUE ? Long.MAX_VALUE : range.maxNs() + 1;
        Filter rest = withoutTime(filter);
        FieldSet fields = FieldSet.none();
        rest.addNeededFields(fields);
        List<Pipe> pipes = limited(resolved.pipes(), request);
        return new Plan(run.within(range.minNs(), end), RowFilter.of(rest), fields, pipes, timeBound(pipes));
    }

    /** The filter less the conditions that {@link Filters#timeRange} took from it for good. */
    private static Filter withoutTime(Filter filter) {
        List<Filter> parts = filter instanceof FilterAnd and ? and.filters() : List.of(filter);
        List<Filter> kept = new ArrayList<>();
        for (Filter part : parts) {
            if (!(part instanceof FilterTime)) {
                kept.add(part);
            }
        }
        return Filters.and(kept);
    }

    private static List<Pipe> limited(List<Pipe> pipes, QueryRequest request) {
        if (request.limit() <= 0) {
            return pipes;
        }
        List<Pipe> result = new ArrayList<>(pipes);
        if (PipeTraits.allKeepTime(pipes)) {
            result.add(new PipeSort(
                    List.of(new SortField(Names.TIME, true)),
                    false,
                    List.of(),
                    request.offset(),
                    request.limit(),
                    null));
        } else if (!pipes.isEmpty()
                && pipes.getLast() instanceof PipeSort sort
                && sort.limit() == 0
                && sort.rankName() == null
                && request.offset() == 0) {
            result.set(
                    pipes.size() - 1,
                    new PipeSort(
                            sort.by(), sort.descending(), sort.partitionBy(), sort.offset(), request.limit(), null));
        } else {
            if (request.offset() > 0) {
                result.add(new PipeOffset(request.offset()));
            }
            result.add(new PipeLimit(request.limit()));
        }
        return result;
    }

    /** For a sort by the rows' own time with a limit: what its instances share. */
    private static @Nullable TimeBound timeBound(List<Pipe> pipes) {
        for (Pipe pipe : pipes) {
            PipeSort sort = PipeTraits.asSort(pipe);
            if (sort != null) {
                boolean byTime = sort.limit() > 0
                        && sort.partitionBy().isEmpty()
                        && !sort.by().isEmpty()
                        && sort.by().get(0).name().equals(Names.TIME);
                return byTime
                        ? new TimeBound(sort.descending() ^ sort.by().get(0).descending())
                        : null;
            }
            if (!PipeTraits.keepsTime(pipe)) {
                return null;
            }
        }
        return null;
    }

    QueryRun run() {
        return run;
    }

    RowFilter filter() {
        return filter;
    }

    FieldSet filterFields() {
        return filterFields;
    }

    List<Pipe> pipes() {
        return pipes;
    }

    @Nullable TimeBound timeBound() {
        return timeBound;
    }

    /** Fields that the pipes and the output read from the selected rows. */
    FieldSet neededFields() {
        return run.request().query().withPipes(pipes).neededFields();
    }
}
