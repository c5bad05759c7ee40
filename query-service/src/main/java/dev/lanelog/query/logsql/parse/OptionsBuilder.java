package dev.lanelog.query.logsql.parse;

import dev.lanelog.query.logsql.ast.QueryOptions;
import dev.lanelog.query.logsql.filter.Filter;
import dev.lanelog.query.logsql.format.DurationText;
import dev.lanelog.query.logsql.format.NumberText;
import org.jspecify.annotations.Nullable;

/** Collects the options of a query over those of the query around it. */
final class OptionsBuilder {
    private long concurrency;
    private long parallelReaders;
    private @Nullable Boolean ignoreGlobalTimeFilter;
    private @Nullable Boolean allowPartialResponse;
    private long timeOffsetNs;
    private String timeOffsetText;
    private @Nullable Filter globalFilter;
    private boolean explicit;

    OptionsBuilder(QueryOptions base) {
        concurrency = base.concurrency();
        parallelReaders = base.parallelReaders();
        ignoreGlobalTimeFilter = base.ignoreGlobalTimeFilter();
        allowPartialResponse = base.allowPartialResponse();
        timeOffsetNs = base.timeOffsetNs();
        timeOffsetText = base.timeOffsetText();
        globalFilter = base.globalFilter();
    }

    void globalFilter(Filter filter) {
        globalFilter = filter;
        explicit = true;
    }

    void set(String name, String value, Token namePlace, Token valuePlace, Tokens t) {
        explicit = true;
        switch (name) {
            case "concurrency" -> concurrency = unsigned(value, valuePlace, t);
            case "parallel_readers" -> parallelReaders = unsigned(value, valuePlace, t);
            case "ignore_global_time_filter" -> ignoreGlobalTimeFilter = bool(value, valuePlace, t);
            case "allow_partial_response" -> allowPartialResponse = bool(value, valuePlace, t);
            case "time_offset" -> {
                timeOffsetNs = DurationText.parse(value);
                timeOffsetText = Tokens.printable(value);
                if (timeOffsetNs == DurationText.INVALID) {
                    throw t.error(valuePlace, "expected a duration such as 1h, got '" + value + "'", "");
                }
            }
            default ->
                throw t.error(
                        namePlace,
                        "unknown option '" + name
                                + "'; expected concurrency, parallel_readers, ignore_global_time_filter,"
                                + " allow_partial_response, time_offset or global_filter",
                        "");
        }
    }

    QueryOptions build() {
        return new QueryOptions(
                concurrency,
                parallelReaders,
                ignoreGlobalTimeFilter,
                allowPartialResponse,
                timeOffsetNs,
                timeOffsetText,
                globalFilter,
                explicit);
    }

    private static long unsigned(String value, Token place, Tokens t) {
        long n = NumberText.parseUnsigned(value);
        if (n < 0) {
            throw t.error(place, "expected an unsigned integer, got '" + value + "'", "");
        }
        return n;
    }

    private static boolean bool(String value, Token place, Tokens t) {
        return switch (value) {
            case "1", "t", "T", "true", "TRUE", "True" -> true;
            case "0", "f", "F", "false", "FALSE", "False" -> false;
            default -> throw t.error(place, "expected true or false, got '" + value + "'", "");
        };
    }
}
