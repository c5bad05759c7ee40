package dev.lanelog.query.logsql.filter;

import dev.lanelog.query.logsql.ast.Query;
import dev.lanelog.query.logsql.ast.TimeRange;
import java.util.ArrayList;
import java.util.List;

/** Works on trees of filters. */
public final class Filters {
    private Filters() {}

    /** Gives the values that a subquery stands for. */
    public interface SubqueryRunner<X extends Exception> {
        /**
         * Runs a subquery.
         *
         * @param query the subquery
         * @param field field of its rows that gives the values
         */
        List<String> run(Query query, String field) throws X;
    }

    /** All of the filters; none gives {@code *}, one gives itself. Filters that match everything are left out. */
    public static Filter and(List<Filter> filters) {
        List<Filter> list = new ArrayList<>();
        for (Filter f : filters) {
            if (f instanceof FilterAnd a) {
                list.addAll(a.filters());
            } else if (!(f instanceof FilterNoop)) {
                list.add(f);
            }
        }
        return list.isEmpty() ? new FilterNoop() : list.size() == 1 ? list.get(0) : new FilterAnd(list);
    }

    /** Whether the tree has a subquery. */
    public static boolean hasSubquery(Filter filter) {
        return switch (filter) {
            case FilterAnd f -> anyHasSubquery(f.filters());
            case FilterOr f -> anyHasSubquery(f.filters());
            case FilterNot f -> hasSubquery(f.filter());
            case FilterIn f -> f.values().query() != null;
            case FilterContainsAll f -> f.values().query() != null;
            case FilterContainsAny f -> f.values().query() != null;
            case FilterStreamId f -> f.ids().query() != null;
            default -> false;
        };
    }

    private static boolean anyHasSubquery(List<Filter> filters) {
        for (Filter f : filters) {
            if (hasSubquery(f)) {
                return true;
            }
        }
        return false;
    }

    /** The tree with every subquery replaced by the values it gives. */
    public static <X extends Exception> Filter resolve(Filter filter, SubqueryRunner<X> runner) throws X {
        return switch (filter) {
            case FilterAnd f -> new FilterAnd(resolveAll(f.filters(), runner));
            case FilterOr f -> new FilterOr(resolveAll(f.filters(), runner));
            case FilterNot f -> new FilterNot(resolve(f.filter(), runner));
            case FilterIn f -> new FilterIn(f.field(), resolve(f.values(), runner));
            case FilterContainsAll f -> new FilterContainsAll(f.field(), resolve(f.values(), runner));
            case FilterContainsAny f -> new FilterContainsAny(f.field(), resolve(f.values(), runner));
            case FilterStreamId f -> new FilterStreamId(resolve(f.ids(), runner));
            default -> filter;
        };
    }

    private static <X extends Exception> List<Filter> resolveAll(List<Filter> filters, SubqueryRunner<X> runner)
            throws X {
        List<Filter> list = new ArrayList<>();
        for (Filter f : filters) {
            list.add(resolve(f, runner));
        }
        return list;
    }

    private static <X extends Exception> InValues resolve(InValues values, SubqueryRunner<X> runner) throws X {
        Query query = values.query();
        return query == null ? values : InValues.of(runner.run(query, values.queryField()));
    }

    /**
     * Times outside of which the filter matches no row: what time filters that every matching row must match allow.
     */
    public static TimeRange timeRange(Filter filter) {
        return switch (filter) {
            case FilterTime f -> f.range();
            case FilterAnd f -> {
                TimeRange range = TimeRange.ALL;
                for (Filter part : f.filters()) {
                    range = range.intersect(timeRange(part));
                }
                yield range;
            }
            case FilterOr f -> {
                long min = Long.MAX_VALUE;
                long max = Long.MIN_VALUE;
                for (Filter part : f.filters()) {
                    TimeRange range = timeRange(part);
                    min = range.isEmpty() ? min : Math.min(min, range.minNs());
                    max = range.isEmpty() ? max : Math.max(max, range.maxNs());
                }
                yield new TimeRange(min, max);
            }
            default -> TimeRange.ALL;
        };
    }

    /** The tree with all time filters moved back by {@code offsetNs}; subqueries are left alone, having their own offset. */
    public static Filter moveTimes(Filter filter, long offsetNs) {
        if (offsetNs == 0) {
            return filter;
        }
        return switch (filter) {
            case FilterAnd f -> new FilterAnd(moveAll(f.filters(), offsetNs));
            case FilterOr f -> new FilterOr(moveAll(f.filters(), offsetNs));
            case FilterNot f -> new FilterNot(moveTimes(f.filter(), offsetNs));
            case FilterTime f -> new FilterTime(f.range().minus(offsetNs), f.text());
            case FilterDayRange f -> new FilterDayRange(f.startNs(), f.endNs(), f.offsetNs() + offsetNs, f.text());
            case FilterWeekRange f -> new FilterWeekRange(f.start(), f.end(), f.offsetNs() + offsetNs, f.text());
            default -> filter;
        };
    }

    private static List<Filter> moveAll(List<Filter> filters, long offsetNs) {
        List<Filter> list = new ArrayList<>();
        for (Filter f : filters) {
            list.add(moveTimes(f, offsetNs));
        }
        return list;
    }
}
