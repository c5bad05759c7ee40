package dev.lanelog.query.api.logsql;

import dev.lanelog.query.logsql.ast.ByField;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.Query;
import dev.lanelog.query.logsql.format.DurationText;
import dev.lanelog.query.logsql.pipe.Pipe;
import dev.lanelog.query.logsql.pipe.PipeCopy;
import dev.lanelog.query.logsql.pipe.PipeDelete;
import dev.lanelog.query.logsql.pipe.PipeFields;
import dev.lanelog.query.logsql.pipe.PipeFilter;
import dev.lanelog.query.logsql.pipe.PipeFirst;
import dev.lanelog.query.logsql.pipe.PipeFormat;
import dev.lanelog.query.logsql.pipe.PipeLast;
import dev.lanelog.query.logsql.pipe.PipeLimit;
import dev.lanelog.query.logsql.pipe.PipeMath;
import dev.lanelog.query.logsql.pipe.PipeOffset;
import dev.lanelog.query.logsql.pipe.PipeRename;
import dev.lanelog.query.logsql.pipe.PipeRunningStats;
import dev.lanelog.query.logsql.pipe.PipeSort;
import dev.lanelog.query.logsql.pipe.PipeStats;
import dev.lanelog.query.logsql.pipe.PipeTotalStats;
import dev.lanelog.query.logsql.pipe.PipeUnpackJson;
import dev.lanelog.query.logsql.stats.StatsCall;
import dev.lanelog.query.logsql.stats.StatsRowAny;
import dev.lanelog.query.logsql.stats.StatsRowMax;
import dev.lanelog.query.logsql.stats.StatsRowMin;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Which fields of a stats query's answer are labels and which are metrics: labels are what the last {@code stats} groups
 * by and what later pipes make of that; metrics are the results of functions. Pipes that would blur this are refused.
 */
final class StatsShape {
    private final Query query;
    private final boolean range;
    private final Set<String> labels = new LinkedHashSet<>();
    private final Set<String> metrics = new LinkedHashSet<>();

    private StatsShape(Query query, boolean range) {
        this.query = query;
        this.range = range;
    }

    /**
     * The labels of a query that gives one point per group.
     *
     * @throws ApiException 400 when the query has no such shape
     */
    static Set<String> labels(Query query) {
        StatsShape shape = new StatsShape(query, false);
        shape.read();
        return shape.labels;
    }

    /**
     * The query with every {@code stats} grouped by buckets of time as well, and its labels.
     *
     * @throws ApiException 400 when the query has no such shape
     */
    static Ranged byTime(Query query, long stepNs, long offsetNs, QueryTexts texts) {
        StatsShape shape = new StatsShape(query, true);
        shape.read();
        List<Pipe> pipes = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (Pipe pipe : query.pipes()) {
            Pipe partitioned = byTimePartition(pipe);
            text.append(" | ")
                    .append(partitioned instanceof PipeStats s ? groupedByTime(s, stepNs, offsetNs) : partitioned);
            pipes.add(partitioned);
        }
        String options = query.options().toString();
        String base = (options.isEmpty() ? "" : options + " ") + query.filter();
        Set<String> labels = new LinkedHashSet<>(shape.labels);
        labels.remove(Names.TIME);
        return new Ranged(texts.query(base + text, query.nowNs()), labels);
    }

    /** A query over buckets of time, and its labels without the time. */
    record Ranged(Query query, Set<String> labels) {}

    private static String groupedByTime(PipeStats stats, long stepNs, long offsetNs) {
        StringBuilder by = new StringBuilder("_time:").append(DurationText.format(stepNs));
        if (offsetNs != 0) {
            by.append(" offset ").append(DurationText.format(offsetNs));
        }
        for (ByField field : stats.by()) {
            if (!field.name().equals(Names.TIME)) {
                by.append(", ").append(field);
            }
        }
        return "stats by (" + by + ") " + Names.join(stats.entries());
    }

    /** Sorting and picking happen within a bucket, not over all of them. */
    private static Pipe byTimePartition(Pipe pipe) {
        return switch (pipe) {
            case PipeSort p
            when p.limit() > 0 || p.offset() > 0 || p.rankName() != null ->
                new PipeSort(p.by(), p.descending(), withTime(p.partitionBy()), p.offset(), p.limit(), p.rankName());
            case PipeFirst p -> new PipeFirst(p.limit(), p.by(), withTime(p.partitionBy()), p.rankName());
            case PipeLast p -> new PipeLast(p.limit(), p.by(), withTime(p.partitionBy()), p.rankName());
            default -> pipe;
        };
    }

    private static List<String> withTime(List<String> partitionBy) {
        if (partitionBy.contains(Names.TIME)) {
            return partitionBy;
        }
        List<String> names = new ArrayList<>(partitionBy);
        names.addFirst(Names.TIME);
        return names;
    }

    private void read() {
        List<Pipe> pipes = query.pipes();
        int at = pipes.size() - 1;
        while (at >= 0 && !(pipes.get(at) instanceof PipeStats)) {
            at--;
        }
        if (at < 0) {
            throw ApiException.badRequest("missing `| stats ...` pipe in the query [" + query + "]");
        }
        PipeStats stats = (PipeStats) pipes.get(at);
        for (int i = 0; range && i < at; i++) {
            Pipe pipe = pipes.get(i);
            if (!(pipe instanceof PipeStats) && !PipeTraits.leavesTime(pipe)) {
                throw ApiException.badRequest("the pipe `| " + GoSyntax.quote(pipe.toString())
                        + "` cannot be put in front of `| " + GoSyntax.quote(stats.toString())
                        + "`, since it may modify or delete `_time` field");
            }
        }
        stats.by().forEach(field -> label(field.name()));
        for (StatsCall call : stats.calls()) {
            if (call.function() instanceof StatsRowAny
                    || call.function() instanceof StatsRowMin
                    || call.function() instanceof StatsRowMax) {
                label(call.resultName());
            } else {
                metric(call.resultName());
            }
        }
        for (Pipe pipe : pipes.subList(at + 1, pipes.size())) {
            follow(pipe, stats);
        }
        if (metrics.isEmpty()) {
            throw ApiException.badRequest("missing metric fields in the results of query [" + query + "]");
        }
    }

    private void label(String name) {
        metrics.remove(name);
        labels.add(name);
    }

    private void metric(String name) {
        labels.remove(name);
        metrics.add(name);
    }

    private void follow(Pipe pipe, PipeStats stats) {
        switch (pipe) {
            case PipeFilter p -> {
                // the same fields
            }
            case PipeFirst p -> {
                // the same fields
            }
            case PipeLast p -> {
                // the same fields
            }
            case PipeSort p -> {
                // the same fields
            }
            case PipeLimit p -> refuseInRange(pipe);
            case PipeOffset p -> refuseInRange(pipe);
            case PipeRunningStats p -> {
                checkRunning(pipe, p.by(), false);
                p.calls().forEach(call -> metric(call.resultName()));
            }
            case PipeTotalStats p -> {
                checkRunning(pipe, p.by(), true);
                p.calls().forEach(call -> metric(call.resultName()));
            }
            case PipeMath p -> p.entries().forEach(entry -> metric(entry.target()));
            case PipeFields p -> {
                labels.removeIf(name -> !FieldPattern.anyMatches(p.fields(), name));
                metrics.removeIf(name -> !FieldPattern.anyMatches(p.fields(), name));
            }
            case PipeDelete p -> {
                labels.removeIf(name -> FieldPattern.anyMatches(p.fields(), name));
                metrics.removeIf(name -> FieldPattern.anyMatches(p.fields(), name));
            }
            case PipeCopy p -> copy(p.sources(), p.targets(), false);
            case PipeRename p -> copy(p.sources(), p.targets(), true);
            case PipeFormat p -> label(p.target());
            case PipeUnpackJson p -> unpack(p);
            default ->
                throw ApiException.badRequest("the " + GoSyntax.quote(pipe.toString()) + " pipe cannot be put after "
                        + GoSyntax.quote(stats.toString()) + " pipe in the query [" + query + "]");
        }
    }

    private void refuseInRange(Pipe pipe) {
        if (range) {
            throw ApiException.badRequest("the " + pipe
                    + " pipe isn't allowed in range queries, since it cannot be applied individually per each step");
        }
    }

    private void checkRunning(Pipe pipe, List<String> by, boolean subsetIsEnough) {
        Set<String> expected = new LinkedHashSet<>(labels);
        expected.remove(Names.TIME);
        Set<String> given = new LinkedHashSet<>(by);
        given.remove(Names.TIME);
        if (!(subsetIsEnough ? expected.containsAll(given) : expected.equals(given))) {
            throw ApiException.badRequest("the " + GoSyntax.quote(pipe.toString())
                    + " must contain the same list of fields as `stats` pipe in the query [" + query + "]");
        }
    }

    private void copy(List<FieldPattern> sources, List<FieldPattern> targets, boolean move) {
        for (int i = 0; i < sources.size(); i++) {
            FieldPattern source = sources.get(i);
            FieldPattern target = targets.get(i);
            for (String name : List.copyOf(labels)) {
                if (source.matches(name)) {
                    if (move) {
                        labels.remove(name);
                    }
                    label(renamed(name, source, target));
                }
            }
            for (String name : List.copyOf(metrics)) {
                if (source.matches(name)) {
                    if (move) {
                        metrics.remove(name);
                    }
                    metric(renamed(name, source, target));
                }
            }
        }
    }

    private static String renamed(String name, FieldPattern source, FieldPattern target) {
        return source.prefix() && target.prefix()
                ? target.text() + name.substring(source.text().length())
                : target.text();
    }

    private void unpack(PipeUnpackJson pipe) {
        if (pipe.fields().isEmpty() || FieldPattern.anyIsAll(pipe.fields())) {
            throw ApiException.badRequest(
                    "missing fields(...) after " + GoSyntax.quote(pipe.toString()) + " in the query [" + query + "]");
        }
        for (FieldPattern field : pipe.fields()) {
            if (field.prefix()) {
                throw ApiException.badRequest("fields(...) at " + GoSyntax.quote(pipe.toString())
                        + " cannot contain wildcard filter; got " + field + "; query [" + query + "]");
            }
            label(field.text());
        }
    }
}
