package dev.lanelog.query.logsql.parse;

import dev.lanelog.query.logsql.ast.ByField;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.SortField;
import dev.lanelog.query.logsql.ast.Utf8;
import dev.lanelog.query.logsql.filter.Filter;
import dev.lanelog.query.logsql.format.NumberText;
import dev.lanelog.query.logsql.pipe.Pipe;
import dev.lanelog.query.logsql.pipe.PipeRunningStats;
import dev.lanelog.query.logsql.pipe.PipeStats;
import dev.lanelog.query.logsql.pipe.PipeTotalStats;
import dev.lanelog.query.logsql.stats.RunningCall;
import dev.lanelog.query.logsql.stats.RunningCount;
import dev.lanelog.query.logsql.stats.RunningFirst;
import dev.lanelog.query.logsql.stats.RunningFunction;
import dev.lanelog.query.logsql.stats.RunningLast;
import dev.lanelog.query.logsql.stats.RunningMax;
import dev.lanelog.query.logsql.stats.RunningMin;
import dev.lanelog.query.logsql.stats.RunningSum;
import dev.lanelog.query.logsql.stats.StatsAny;
import dev.lanelog.query.logsql.stats.StatsAvg;
import dev.lanelog.query.logsql.stats.StatsCall;
import dev.lanelog.query.logsql.stats.StatsCount;
import dev.lanelog.query.logsql.stats.StatsCountEmpty;
import dev.lanelog.query.logsql.stats.StatsCountUniq;
import dev.lanelog.query.logsql.stats.StatsCountUniqHash;
import dev.lanelog.query.logsql.stats.StatsEntry;
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
import dev.lanelog.query.logsql.stats.StatsSwitch;
import dev.lanelog.query.logsql.stats.StatsUniqValues;
import dev.lanelog.query.logsql.stats.StatsValues;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads {@code stats}, {@code running_stats} and {@code total_stats}.
 *
 * <pre>
 * stats = [ "stats" ] [ [ "by" ] "(" key { "," key } ")" ] entry { "," entry }
 * key   = field [ ":" bucket [ "offset" offset ] ]
 * entry = function [ "if" "(" filter ")" ] [ [ "as" ] name ] | function "switch" "(" case { "," case } ")"
 * case  = "case" "(" filter ")" [ "as" ] name | "default" [ "as" ] name
 * </pre>
 */
final class StatsParser {
    private final Tokens t;
    private final LogsQlParser parser;
    private final PipeParser pipes;

    StatsParser(Tokens tokens, LogsQlParser parser, PipeParser pipes) {
        t = tokens;
        this.parser = parser;
        this.pipes = pipes;
    }

    Pipe stats() {
        List<ByField> by = t.accept("by") || t.is("(") ? byFields() : List.of();
        Set<String> names = new HashSet<>();
        for (ByField key : by) {
            names.add(key.name());
        }
        List<StatsEntry> entries = new ArrayList<>();
        do {
            Token place = t.peek();
            StatsEntry entry = entry();
            for (StatsCall call : entry.calls()) {
                refuseTaken(names, call.resultName(), place);
            }
            entries.add(entry);
            t.checkSize(entries);
        } while (t.accept(","));
        return new PipeStats(by, entries);
    }

    private void refuseTaken(Set<String> names, String name, Token place) {
        if (!names.add(name)) {
            throw t.error(place, "the result name '" + name + "' is used twice", "give another name with 'as'");
        }
    }

    private StatsEntry entry() {
        StatsFunction function = function();
        if (t.accept("switch")) {
            return new StatsSwitch(function, cases());
        }
        Filter condition = t.is("if") ? parser.filters().condition() : null;
        return new StatsCall(function, condition, resultName(StatsCall.defaultName(function, condition)));
    }

    private String resultName(String implied) {
        if (t.is(",") || t.atTrailer()) {
            return implied;
        }
        t.accept("as");
        return t.fieldName();
    }

    private List<StatsSwitch.Case> cases() {
        List<StatsSwitch.Case> cases = new ArrayList<>();
        Token place = t.peek();
        t.expect("(", "after 'switch'");
        boolean hasDefault = false;
        while (!t.accept(")")) {
            Filter condition = null;
            if (t.is("case", "if")) {
                condition = parser.filters().condition();
            } else if (t.is("default") && !hasDefault) {
                hasDefault = true;
                t.take();
            } else {
                throw t.error("expected 'case (...)' or one 'default' in switch(...), got " + t.shown());
            }
            t.accept("as");
            cases.add(new StatsSwitch.Case(condition, t.fieldName()));
            t.checkSize(cases);
            if (!t.is(")")) {
                t.expect(",", "or ')' in switch(...)");
            }
        }
        if (cases.isEmpty()) {
            throw t.error(place, "switch(...) needs at least one 'case' or 'default'", "");
        }
        return cases;
    }

    private List<ByField> byFields() {
        List<ByField> list = new ArrayList<>();
        t.expect("(", "after 'by'");
        while (!t.accept(")")) {
            String name = Names.canonical(t.compound("a field name", Set.of(":")));
            list.add(new ByField(name, t.accept(":") ? BucketParser.bucket(t, name) : null));
            t.checkSize(list);
            if (!t.is(")")) {
                t.expect(",", "or ')' in the fields of 'by'");
            }
        }
        return list;
    }

    private List<FieldPattern> patterns() {
        List<FieldPattern> list = t.fieldPatternsInParens();
        return list.isEmpty() ? List.of(FieldPattern.ALL) : list;
    }

    private StatsFunction function() {
        Token place = t.peek();
        String name = t.keyword();
        if (!Names.isStatsFunction(name)) {
            throw t.error(place, "expected a stats function such as count() or sum(field), got " + t.shown(), "");
        }
        t.take();
        return switch (name) {
            case "any" -> new StatsAny(one(name));
            case "avg" -> new StatsAvg(patterns());
            case "count" -> new StatsCount(patterns());
            case "count_empty" -> new StatsCountEmpty(patterns());
            case "count_uniq" -> new StatsCountUniq(some(name), pipes.limit());
            case "count_uniq_hash" -> new StatsCountUniqHash(some(name), pipes.limit());
            case "field_max" -> {
                List<String> args = fields(name, 2);
                yield new StatsFieldMax(args.get(0), args.get(1));
            }
            case "field_min" -> {
                List<String> args = fields(name, 2);
                yield new StatsFieldMin(args.get(0), args.get(1));
            }
            case "histogram" -> new StatsHistogram(one(name));
            case "json_values" -> jsonValues();
            case "max" -> new StatsMax(patterns());
            case "median" -> new StatsMedian(patterns());
            case "min" -> new StatsMin(patterns());
            case "quantile" -> quantile(place);
            case "rate" -> {
                if (!t.fieldNamesInParens().isEmpty()) {
                    throw t.error(
                            place, "rate() takes no arguments", "use rate_sum(...) for the rate of a field's sum");
                }
                yield new StatsRate();
            }
            case "rate_sum" -> new StatsRateSum(patterns());
            case "row_any" -> new StatsRowAny(patterns());
            case "row_max", "row_min" -> row(name, place);
            case "stddev" -> new StatsStddev(patterns());
            case "sum" -> new StatsSum(patterns());
            case "sum_len" -> new StatsSumLen(patterns());
            case "uniq_values" -> new StatsUniqValues(patterns(), pipes.limit());
            case "values" -> new StatsValues(patterns(), pipes.limit());
            default -> throw new IllegalStateException("no reader for the stats function " + name);
        };
    }

    private String one(String name) {
        return fields(name, 1).getFirst();
    }

    private List<String> fields(String name, int count) {
        Token place = t.peek();
        List<String> list = t.fieldNamesInParens();
        if (list.size() != count) {
            throw t.error(
                    place,
                    name + "(...) takes " + count + (count == 1 ? " field" : " fields") + ", got " + list.size(),
                    "");
        }
        return list;
    }

    private List<String> some(String name) {
        Token place = t.peek();
        List<String> list = t.fieldNamesInParens();
        if (list.isEmpty()) {
            throw t.error(place, name + "(...) needs at least one field", "");
        }
        return list;
    }

    private StatsFunction jsonValues() {
        List<FieldPattern> fields = patterns();
        List<SortField> sort = List.of();
        if (t.accept("sort") || t.accept("order")) {
            t.accept("by");
            sort = pipes.sortFields();
        }
        return new StatsJsonValues(fields, sort, pipes.limit());
    }

    private StatsFunction quantile(Token place) {
        List<FieldPattern> args = t.fieldPatternsInParens();
        String text = args.isEmpty() || args.getFirst().prefix()
                ? ""
                : args.getFirst().text();
        byte[] b = Utf8.bytes(text);
        double phi = NumberText.parsePlain(b, 0, b.length);
        if (!(phi >= 0 && phi <= 1)) {
            throw t.error(
                    place,
                    "the first argument of quantile(...) must be a number from 0 to 1",
                    "write quantile(0.99, field)");
        }
        return new StatsQuantile(phi, Tokens.printable(text), rest(args));
    }

    private StatsFunction row(String name, Token place) {
        List<FieldPattern> args = t.fieldPatternsInParens();
        if (args.isEmpty() || args.getFirst().prefix()) {
            throw t.error(place, "the first argument of " + name + "(...) must be a field name", "");
        }
        String source = args.getFirst().text();
        return name.equals("row_max") ? new StatsRowMax(source, rest(args)) : new StatsRowMin(source, rest(args));
    }

    private static List<FieldPattern> rest(List<FieldPattern> args) {
        return args.size() == 1 ? List.of(FieldPattern.ALL) : args.subList(1, args.size());
    }

    Pipe running(boolean total) {
        List<String> by = t.accept("by") || t.is("(") ? t.fieldNamesInParens() : List.of();
        Set<String> names = new HashSet<>();
        List<RunningCall> calls = new ArrayList<>();
        do {
            Token place = t.peek();
            RunningFunction function = runningFunction();
            RunningCall call = new RunningCall(function, resultName(function.toString()));
            refuseTaken(names, call.resultName(), place);
            calls.add(call);
            t.checkSize(calls);
        } while (t.accept(","));
        return total ? new PipeTotalStats(by, calls) : new PipeRunningStats(by, calls);
    }

    private RunningFunction runningFunction() {
        String name = t.keyword();
        if (!Set.of("count", "first", "last", "max", "min", "sum").contains(name)) {
            throw t.error("expected count, first, last, max, min or sum, got " + t.shown());
        }
        t.take();
        return switch (name) {
            case "count" -> new RunningCount(patterns());
            case "first" -> {
                String field = one(name);
                yield new RunningFirst(field, offset());
            }
            case "last" -> {
                String field = one(name);
                yield new RunningLast(field, offset());
            }
            case "max" -> new RunningMax(patterns());
            case "min" -> new RunningMin(patterns());
            default -> new RunningSum(patterns());
        };
    }

    private int offset() {
        if (!t.accept("offset")) {
            return 0;
        }
        Token place = t.peek();
        long n = t.unsigned("an offset");
        if (n > Integer.MAX_VALUE) {
            throw t.error(place, "the offset is too large", "");
        }
        return (int) n;
    }
}
