package dev.lanelog.query.logsql.parse;

import dev.lanelog.query.logsql.ast.Query;
import dev.lanelog.query.logsql.ast.QueryOptions;
import dev.lanelog.query.logsql.filter.Filter;
import dev.lanelog.query.logsql.filter.Filters;
import dev.lanelog.query.logsql.pipe.Pipe;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Reads LogsQL as VictoriaLogs 1.52 does.
 *
 * <pre>
 * query   = [ options ] filter { "|" pipe } [ ";" ]
 * options = "options" "(" name "=" value { "," name "=" value } ")"
 * </pre>
 */
public final class LogsQlParser {
    private final Tokens t;
    private final long nowNs;
    private final Deque<QueryOptions> optionsAround = new ArrayDeque<>();
    private final FilterParser filters;
    private final PipeParser pipes;

    private LogsQlParser(String text, long nowNs, LogsQlLimits limits) {
        t = new Tokens(text, limits);
        this.nowNs = nowNs;
        filters = new FilterParser(t, this);
        pipes = new PipeParser(t, this);
    }

    /**
     * Reads a query.
     *
     * @param nowNs what relative times count from, nanoseconds since the epoch
     * @throws LogsQlException when the text is no query
     */
    public static Query parse(String text, long nowNs) {
        return parse(text, nowNs, LogsQlLimits.DEFAULT);
    }

    /**
     * Reads a query within limits.
     *
     * @param nowNs what relative times count from, nanoseconds since the epoch
     * @throws LogsQlException when the text is no query or is past a limit
     */
    public static Query parse(String text, long nowNs, LogsQlLimits limits) {
        LogsQlParser parser = new LogsQlParser(text, nowNs, limits);
        Query query = parser.query();
        if (!parser.t.peek().isEnd()) {
            throw parser.t.error(
                    parser.t.peek(),
                    "unexpected " + parser.t.shown() + " after the end of the query",
                    SlipHints.trailing(parser.t));
        }
        return query;
    }

    /**
     * Reads a filter: a query without pipes.
     *
     * @throws LogsQlException when the text is no filter
     */
    public static Filter parseFilter(String text, long nowNs) {
        LogsQlParser parser = new LogsQlParser(text, nowNs, LogsQlLimits.DEFAULT);
        Query query = parser.query();
        if (!parser.t.peek().isEnd() || !query.pipes().isEmpty()) {
            throw parser.t.error("expected a filter only, without pipes");
        }
        return query.filter();
    }

    long nowNs() {
        return nowNs;
    }

    FilterParser filters() {
        return filters;
    }

    /** {@code ( query )}. */
    Query queryInParens(String where) {
        t.expect("(", where);
        Query query = query();
        t.expect(")", "after the subquery");
        return query;
    }

    private Query query() {
        t.enter();
        QueryOptions options = options();
        optionsAround.push(options);
        Filter filter = Filters.moveTimes(filters.filter(), options.timeOffsetNs());
        List<Pipe> list = t.accept("|") ? pipes.pipes() : List.of();
        t.accept(";");
        optionsAround.pop();
        t.leave();
        return PipeMerging.merge(new Query(options, filter, list, nowNs));
    }

    private QueryOptions options() {
        QueryOptions base = optionsAround.isEmpty()
                ? QueryOptions.NONE
                : optionsAround.peek().inherited();
        if (!t.is("options")) {
            return base;
        }
        t.take();
        OptionsBuilder builder = new OptionsBuilder(base);
        if (!t.is("(")) {
            throw t.error(
                    t.previous(),
                    "missing '(' after 'options'",
                    "put 'options' into quotes if you search for the word");
        }
        t.take();
        while (!t.accept(")")) {
            Token place = t.peek();
            String name = t.compound("the name of an option");
            t.expect("=", "after the option's name");
            if (name.equals("global_filter")) {
                Token start = t.peek();
                Query q = queryInParens("after 'global_filter='");
                if (!q.pipes().isEmpty()) {
                    throw t.error(start, "global_filter must be a filter without pipes", "");
                }
                builder.globalFilter(q.filter());
            } else {
                Token valuePlace = t.peek();
                builder.set(name, t.compound("the value of the option"), place, valuePlace, t);
            }
            if (!t.is(")")) {
                t.expect(",", "or ')' in options(...)");
            }
        }
        return builder.build();
    }
}
