package dev.lanelog.query.logsql.parse;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.Query;
import dev.lanelog.query.logsql.ast.Rows;
import dev.lanelog.query.logsql.ast.SortField;
import dev.lanelog.query.logsql.pipe.Pipe;
import dev.lanelog.query.logsql.pipe.PipeBlockStats;
import dev.lanelog.query.logsql.pipe.PipeBlocksCount;
import dev.lanelog.query.logsql.pipe.PipeCopy;
import dev.lanelog.query.logsql.pipe.PipeDelete;
import dev.lanelog.query.logsql.pipe.PipeDropEmptyFields;
import dev.lanelog.query.logsql.pipe.PipeFacets;
import dev.lanelog.query.logsql.pipe.PipeFieldNames;
import dev.lanelog.query.logsql.pipe.PipeFieldValues;
import dev.lanelog.query.logsql.pipe.PipeFields;
import dev.lanelog.query.logsql.pipe.PipeFilter;
import dev.lanelog.query.logsql.pipe.PipeFirst;
import dev.lanelog.query.logsql.pipe.PipeGenerateSequence;
import dev.lanelog.query.logsql.pipe.PipeJoin;
import dev.lanelog.query.logsql.pipe.PipeLast;
import dev.lanelog.query.logsql.pipe.PipeLimit;
import dev.lanelog.query.logsql.pipe.PipeOffset;
import dev.lanelog.query.logsql.pipe.PipeQueryStats;
import dev.lanelog.query.logsql.pipe.PipeRename;
import dev.lanelog.query.logsql.pipe.PipeSample;
import dev.lanelog.query.logsql.pipe.PipeSort;
import dev.lanelog.query.logsql.pipe.PipeStreamContext;
import dev.lanelog.query.logsql.pipe.PipeTop;
import dev.lanelog.query.logsql.pipe.PipeUnion;
import dev.lanelog.query.logsql.pipe.PipeUniq;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads pipes: those that choose and order rows and fields itself, the others by parsers of their own. */
final class PipeParser {
    private final Tokens t;
    private final LogsQlParser parser;
    private final StatsParser stats;
    private final MathParser math;
    private final ValuePipeParser values;

    PipeParser(Tokens tokens, LogsQlParser parser) {
        t = tokens;
        this.parser = parser;
        stats = new StatsParser(tokens, parser, this);
        math = new MathParser(tokens);
        values = new ValuePipeParser(tokens, parser);
    }

    List<Pipe> pipes() {
        List<Pipe> list = new ArrayList<>();
        boolean onlyFilters = true;
        do {
            Token place = t.peek();
            list.add(pipe());
            t.checkSize(list);
            if (list.getLast() instanceof PipeStreamContext && !onlyFilters) {
                throw t.error(
                        place, "stream_context must be the first pipe: it needs the rows as they were selected", "");
            }
            onlyFilters &= list.getLast() instanceof PipeFilter;
            if (!t.atTrailer()) {
                throw t.error(
                        t.peek(),
                        "unexpected " + t.shown() + " after the pipe '" + list.getLast() + "'; expected '|' or the end",
                        SlipHints.adjacent(t.previous(), t.peek()));
            }
        } while (t.accept("|"));
        return list;
    }

    private Pipe pipe() {
        Token name = t.peek();
        String keyword = t.keyword();
        if (Names.isPipe(keyword)) {
            t.take();
            return named(keyword);
        }
        if (Names.isStatsFunction(keyword) || keyword.equals("by") || keyword.equals("(")) {
            return stats.stats();
        }
        if (isFilter()) {
            return new PipeFilter(parser.filters().filter());
        }
        throw t.error(name, "unknown pipe " + t.shown(), SlipHints.pipe(name));
    }

    /** Whether what follows can only be a filter: no word, or a word with a colon behind it. */
    private boolean isFilter() {
        if (t.peek().isEnd()) {
            return false;
        }
        if (t.peek().quoted() || !Names.isWord(t.peek().raw()) || t.is("not")) {
            return true;
        }
        int mark = t.mark();
        try {
            t.compound("a field name", Set.of(":"));
            return t.is(":");
        } catch (LogsQlException e) {
            return false;
        } finally {
            t.reset(mark);
        }
    }

    private Pipe named(String name) {
        return switch (name) {
            case "block_stats" -> new PipeBlockStats();
            case "blocks_count" -> new PipeBlocksCount(resultName("blocks_count"));
            case "copy", "cp" -> pairs(true);
            case "rename", "mv" -> pairs(false);
            case "delete", "del", "rm", "drop" -> new PipeDelete(t.fieldPatterns());
            case "drop_empty_fields" -> new PipeDropEmptyFields();
            case "facets" -> facets();
            case "field_names" -> fieldNames();
            case "field_values" -> fieldValues();
            case "fields", "keep" -> new PipeFields(t.fieldPatterns());
            case "filter", "where" -> new PipeFilter(parser.filters().filter());
            case "first", "last" -> firstOrLast(name);
            case "generate_sequence" -> new PipeGenerateSequence(t.numberAtLeast(1, "the number of rows"));
            case "join" -> join();
            case "limit", "head" -> new PipeLimit(t.atTrailer() ? 10 : t.count("the number of rows"));
            case "offset", "skip" -> new PipeOffset(t.count("the number of rows"));
            case "query_stats" -> new PipeQueryStats();
            case "sample" -> sample();
            case "sort", "order" -> sort();
            case "stream_context" -> streamContext();
            case "top" -> top();
            case "union" -> union();
            case "uniq" -> uniq();
            case "stats" -> stats.stats();
            case "running_stats" -> stats.running(false);
            case "total_stats" -> stats.running(true);
            case "math", "eval" -> math.pipe();
            default -> values.pipe(name);
        };
    }

    private String resultName(String implied) {
        return t.accept("as") || !t.atTrailer() ? t.fieldName() : implied;
    }

    private Pipe pairs(boolean copy) {
        List<FieldPattern> sources = new ArrayList<>();
        List<FieldPattern> targets = new ArrayList<>();
        do {
            sources.add(t.fieldPattern());
            t.accept("as");
            targets.add(t.fieldPattern());
            t.checkSize(sources);
        } while (t.accept(","));
        return copy ? new PipeCopy(sources, targets) : new PipeRename(sources, targets);
    }

    private Pipe facets() {
        long limit = PipeFacets.DEFAULT_LIMIT;
        long maxValues = PipeFacets.DEFAULT_MAX_VALUES_PER_FIELD;
        long maxLength = PipeFacets.DEFAULT_MAX_VALUE_LENGTH;
        boolean keepConst = false;
        if (Names.isNumberPrefix(t.peek().text())) {
            limit = t.numberAtLeast(1, "the number of values");
        }
        while (true) {
            if (t.accept("max_values_per_field")) {
                maxValues = t.numberAtLeast(1, "max_values_per_field");
            } else if (t.accept("max_value_len")) {
                maxLength = t.numberAtLeast(1, "max_value_len");
            } else if (t.accept("keep_const_fields")) {
                keepConst = true;
            } else {
                return new PipeFacets(limit, maxValues, maxLength, keepConst);
            }
        }
    }

    private Pipe fieldNames() {
        String filter = t.accept("filter") ? t.compound("the text of the filter") : "";
        return new PipeFieldNames(resultName("name"), filter);
    }

    private Pipe fieldValues() {
        String field = t.fieldNameMaybeInParens();
        String filter = t.accept("filter") ? t.compound("the text of the filter") : "";
        return new PipeFieldValues(field, filter, limit());
    }

    /** {@code limit N}, or 0 when it is not there. */
    long limit() {
        return t.accept("limit") ? t.unsigned("a limit") : 0;
    }

    private Pipe firstOrLast(String name) {
        long limit = 1;
        if (!t.isAny("by", "partition", "rank", "(") && !t.atTrailer()) {
            Token place = t.peek();
            limit = t.unsigned("the number of rows");
            if (limit < 1) {
                throw t.error(place, "the number of rows must be 1 or more", "");
            }
        }
        List<SortField> by = by();
        List<String> partition = t.accept("partition") ? partitionBy() : List.of();
        String rank = t.is("rank") ? rankName() : null;
        return name.equals("first")
                ? new PipeFirst(limit, by, partition, rank)
                : new PipeLast(limit, by, partition, rank);
    }

    private List<SortField> by() {
        return t.accept("by") || t.is("(") ? sortFields() : List.of();
    }

    private List<String> partitionBy() {
        t.accept("by");
        return t.fieldNamesInParens();
    }

    /** {@code (a desc, b)}. */
    List<SortField> sortFields() {
        List<SortField> list = new ArrayList<>();
        t.expect("(", "before the fields to sort by");
        while (!t.accept(")")) {
            String name = t.fieldName();
            boolean descending = t.accept("desc");
            if (!descending) {
                t.accept("asc");
            }
            list.add(new SortField(name, descending));
            t.checkSize(list);
            if (!t.is(")")) {
                t.expect(",", "or ')' in the fields to sort by");
            }
        }
        return list;
    }

    private String rankName() {
        t.take();
        if (t.accept("as") && (t.is("(") || t.atTrailer())) {
            throw t.error("expected the name of the rank field, got " + t.shown());
        }
        return t.is("limit") || t.atTrailer() ? "rank" : t.fieldName();
    }

    private Pipe sort() {
        List<SortField> by = by();
        boolean descending = t.accept("desc");
        if (!descending) {
            t.accept("asc");
        }
        long offset = 0;
        long limit = 0;
        @Nullable String rank = null;
        List<String> partition = List.of();
        while (true) {
            Token place = t.peek();
            if (t.accept("offset")) {
                refuseSecond(offset > 0, place);
                offset = t.unsigned("an offset");
            } else if (t.accept("limit")) {
                refuseSecond(limit > 0, place);
                limit = t.unsigned("a limit");
            } else if (t.is("rank")) {
                rank = rankName();
            } else if (t.accept("partition")) {
                refuseSecond(!partition.isEmpty(), place);
                partition = partitionBy();
            } else {
                if (!partition.isEmpty() && limit <= 0) {
                    throw t.error(place, "'partition by' needs a 'limit'", "");
                }
                return new PipeSort(by, descending, partition, offset, limit, rank);
            }
        }
    }

    private void refuseSecond(boolean given, Token place) {
        if (given) {
            throw t.error(place, "'" + place.raw() + "' was given before", "");
        }
    }

    private Pipe join() {
        if (!t.accept("by")) {
            t.accept("on");
        }
        Token place = t.peek();
        List<String> by = t.fieldNamesInParens();
        if (by.isEmpty()) {
            throw t.error(place, "expected at least one field to join by", "");
        }
        Rows rows = t.is("rows") ? rows() : null;
        Query query = rows == null ? parser.queryInParens("before the subquery of join") : null;
        boolean inner = t.accept("inner");
        String prefix = "";
        if (t.accept("prefix")) {
            prefix = t.compound("a prefix");
            inner |= t.accept("inner");
        }
        return new PipeJoin(by, query, rows, inner, prefix);
    }

    private Pipe union() {
        if (t.is("rows")) {
            return new PipeUnion(null, rows());
        }
        return new PipeUnion(parser.queryInParens("before the subquery of union"), null);
    }

    private Rows rows() {
        return new RowsParser(t).rows();
    }

    private Pipe sample() {
        Token place = t.peek();
        long n = t.count("a number");
        if (n < 1) {
            throw t.error(place, "the number must be 1 or more", "");
        }
        return new PipeSample(n);
    }

    private Pipe streamContext() {
        long before = -1;
        long after = -1;
        while (true) {
            if (t.accept("before")) {
                before = t.numberAtLeast(0, "the number of rows");
            } else if (t.accept("after")) {
                after = t.numberAtLeast(0, "the number of rows");
            } else {
                break;
            }
        }
        if (before < 0 && after < 0) {
            throw t.error("expected 'before N' or 'after N', got " + t.shown());
        }
        long window = PipeStreamContext.DEFAULT_TIME_WINDOW_NS;
        if (t.accept("time_window")) {
            Token place = t.peek();
            window = t.duration("a duration").ns();
            if (window <= 0) {
                throw t.error(place, "the time window must be longer than 0", "");
            }
        }
        return new PipeStreamContext(Math.max(0, before), Math.max(0, after), window);
    }

    private Pipe top() {
        long limit = PipeTop.DEFAULT_LIMIT;
        String limitText = "";
        if (Names.isNumberPrefix(t.peek().text())) {
            Token place = t.peek();
            Tokens.NumberToken n = t.number("the number of values");
            limit = (long) n.value();
            limitText = Tokens.printable(n.text());
            if (!(n.value() >= 1)) {
                throw t.error(place, "the number of values must be 1 or more", "");
            }
        }
        List<String> by = groupFields("hits", "rank");
        String hits = "hits";
        @Nullable String rank = null;
        while (true) {
            if (t.accept("hits")) {
                t.accept("as");
                hits = t.compound("the name of the hits field");
            } else if (t.is("rank")) {
                rank = Names.uniqueResultName(rankName(), by);
            } else {
                return new PipeTop(by, limit, limitText, Names.uniqueResultName(hits, by), rank);
            }
        }
    }

    /** {@code by (a, b)}, {@code by a, b}, {@code (a, b)} or {@code a, b}; not empty. */
    private List<String> groupFields(String... endings) {
        t.accept("by");
        List<String> by = List.of();
        Token place = t.peek();
        if (t.is("(")) {
            by = t.fieldNamesInParens();
        } else if (!t.isAny(endings) && !t.atTrailer()) {
            by = t.fieldNames();
        }
        if (by.isEmpty()) {
            throw t.error(place, "expected at least one field, got " + t.shown(), "");
        }
        return by;
    }

    private Pipe uniq() {
        List<String> by = groupFields("filter", "with", "hits", "limit");
        String filter = "";
        Token place = t.peek();
        if (t.accept("filter")) {
            filter = t.compound("the text of the filter");
            if (by.size() != 1 && !filter.isEmpty()) {
                throw t.error(place, "'filter' works with a single field only", "");
            }
        }
        @Nullable String hits = null;
        if (t.accept("with") && !t.is("hits")) {
            throw t.error("expected 'hits' after 'with', got " + t.shown());
        }
        if (t.accept("hits")) {
            hits = Names.uniqueResultName("hits", by);
        }
        return new PipeUniq(by, filter, hits, limit());
    }
}
