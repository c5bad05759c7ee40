package dev.lanelog.query.logsql.parse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lanelog.query.logsql.ast.GoQuote;
import dev.lanelog.query.logsql.ast.Query;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random queries of the grammar are read back the same when printed; random damage to them never does more than be refused. */
class QueryFuzzTest {
    private static final long NOW = 1_768_694_400_000_000_000L;

    private static final String[] NAMES = {
        "a",
        "level",
        "kubernetes.pod",
        "\"two words\"",
        "seq",
        "\"a\\xffb\"",
        "имя",
        "\"\"",
        "`back`",
        "_msg",
        "a-b",
        "\"x*\"",
        "by",
        "count"
    };
    private static final String[] VALUES = {
        "error",
        "\"a b\"",
        "5",
        "10KiB",
        "1.5s",
        "'it''",
        "'q'",
        "`r\"`",
        "1.2.3.4",
        "\"\"",
        "2026-01-02T03:04:05Z",
        "\"\\n\\t\\x00\"",
        "ß",
        "foo-bar/baz"
    };
    private static final String[] PATTERNS = {"a", "a.*", "*", "\"b c\"*", "level"};

    private final long seed = Long.getLong("seed", System.nanoTime());
    private final Random random = new Random(seed);

    private String pick(String... of) {
        return of[random.nextInt(of.length)];
    }

    private String filter(int depth) {
        return switch (random.nextInt(depth > 3 ? 14 : 20)) {
            case 0 -> pick(VALUES);
            case 1 -> pick("error", "\"x y\"", "бет") + "*";
            case 2 -> pick("a", "level", "\"f g\"") + ":" + pick(VALUES);
            case 3 -> pick("a", "level", "p*", "*") + ":=" + pick("x", "\"y z\"", "\"\"", "-5") + pick("", "*");
            case 4 ->
                pick("a", "level") + ":" + pick(">", ">=", "<", "<=")
                        + pick("5", "10KiB", "foo", "\"5 x\"", "-1.5", "\"inf\"");
            case 5 ->
                pick("a:", "") + pick("in", "contains_all", "contains_any", "seq", "json_array_contains_any") + "("
                        + pick(VALUES) + ", " + pick(VALUES) + ")";
            case 6 ->
                pick("a:", "") + "range" + pick("(", "[") + pick("1", "-5", "1KB", "-inf") + ", "
                        + pick("2", "1h", "inf") + pick(")", "]");
            case 7 ->
                "_time:"
                        + pick(
                                "5m",
                                "[2026-01-01, 2026-01-02T03)",
                                "(now-1h, now]",
                                ">2025",
                                "<=1h",
                                "2026Z",
                                "day_range[08:00, 18:00)",
                                "week_range(Mon, fri] offset -2h",
                                "offset 1h",
                                "2026-02-03+02:00 offset 1d");
            case 8 ->
                "{" + pick("", "a=b", "a=\"b\",c!=d", "a=~\"x.*\" or b in (x, \"y|z\")", "\"x y\" not_in (1)") + "}";
            case 9 ->
                pick("a:", "")
                        + pick(
                                "i(X)",
                                "i(x*)",
                                "i(*)",
                                "exact(a b*)",
                                "re(\"a+\")",
                                "~\"a.*b\"",
                                "!~x",
                                "*",
                                "value_type(string)",
                                "len_range(5, inf)",
                                "ipv4_range(10.0.0.0/8)",
                                "ipv6_range(\"2001:db8::/32\")",
                                "string_range(a, b)",
                                "eq_field(b)",
                                "le_field(\"x y\")",
                                "pattern_match(\"<N> x\")",
                                "contains_common_case(Foo)",
                                "*\"sub str\"*");
            case 10 -> "_stream_id:in(" + "0123456789abcdef".repeat(3) + ")";
            case 11 -> "a:in(" + filter(depth + 2) + " | fields " + pick("a", "b") + ")";
            case 12 -> pick("and", "or", "not_a", "range", "by");
            case 13 -> "*";
            case 14 -> filter(depth + 1) + " " + filter(depth + 1);
            case 15 -> filter(depth + 1) + " and " + filter(depth + 1);
            case 16 -> filter(depth + 1) + " or " + filter(depth + 1);
            case 17 -> pick("!", "-", "not ") + filter(depth + 1);
            case 18 -> "(" + filter(depth + 1) + ")";
            default -> "f:(" + filter(depth + 1) + " or " + pick(VALUES) + ")";
        };
    }

    private String cond(int depth) {
        return random.nextInt(3) == 0 ? " if (" + filter(depth + 2) + ") " : " ";
    }

    private String pipe(int depth) {
        return switch (random.nextInt(24)) {
            case 0 -> pick("fields ", "delete ") + pick(PATTERNS) + ", " + pick(PATTERNS);
            case 1 -> pick("limit", "head", "offset 5", "limit 1KB");
            case 2 ->
                "sort by (" + pick(NAMES) + pick("", " desc") + ", b)" + pick("", " desc")
                        + pick("", " limit 5", " offset 3 limit 7 rank as r", " partition by (x) limit 2");
            case 3 ->
                pick("stats ", "") + pick("by (a, _time:5m offset 1m, b:10KiB, ip:/24, t:week) ", "by (a) ", "(b:1.5) ")
                        + "count()" + cond(depth) + pick("", "as n") + ", sum(a.*, " + pick(NAMES) + ")";
            case 4 ->
                pick(
                        "count_uniq(a, b) limit 5",
                        "quantile(0.5, x)",
                        "row_max(a, b)",
                        "json_values(a) sort by (b desc) limit 3",
                        "median()",
                        "rate()",
                        "count() switch(case (a:b) as x, default as y)",
                        "field_min(a, b) x",
                        "uniq_values(a*) limit 3");
            case 5 -> "uniq by (" + pick(NAMES) + ")" + pick("", " with hits", " filter x hits limit 5");
            case 6 -> "top " + pick("", "5 ", "1K ") + "by (" + pick(NAMES) + ")" + pick("", " hits as h rank as r");
            case 7 -> pick("filter ", "where ", "") + "level:" + filter(depth + 1);
            case 8 -> pick("copy ", "rename ", "mv ") + pick("a as b", "a.* as b.*, c d", "\"x y\" as z");
            case 9 -> "math " + expr(0) + pick("", " as r", " r") + pick("", ", " + expr(0) + " x");
            case 10 ->
                "extract" + cond(depth) + pick("\"a<b>c<_>d\"", "'<q:x>=<y>&lt;'")
                        + pick("", " from f", " from \"g h\" keep_original_fields", " skip_empty_results");
            case 11 -> "extract_regexp \"(?P<x>a+)(?P<y>b)\"" + pick("", " from f");
            case 12 ->
                "format" + cond(depth) + "\"<a> <time:b>\"" + pick("", " as c", " as \"d e\" skip_empty_results");
            case 13 ->
                pick("unpack_json", "unpack_logfmt")
                        + cond(depth)
                        + pick("", "from x ", "x ")
                        + pick("", "fields (a, b.*) ")
                        + pick("", "result_prefix p_ ");
            case 14 -> "replace" + cond(depth) + "(" + pick(VALUES) + ", \"y\")" + pick("", " at f", " at f limit 3");
            case 15 -> pick("first", "last 3", "first 2 by (a desc, b)", "last by (x) partition by (y) rank");
            case 16 -> pick("running_stats by (a) sum(b) as c, count()", "total_stats first(a) offset 2 x");
            case 17 ->
                pick("union", "join by (a)") + pick(" (" + filter(depth + 2) + ")", " rows({a=1, \"b c\":'d'}, {})");
            case 18 ->
                pick(
                        "facets 5 max_value_len 10 keep_const_fields",
                        "field_names",
                        "field_values x limit 5",
                        "sample 3",
                        "query_stats",
                        "block_stats",
                        "drop_empty_fields",
                        "generate_sequence 5",
                        "blocks_count as c");
            case 19 ->
                pick(
                        "split \",\" from a as b",
                        "unroll (a, b)",
                        "unpack_words from a drop_duplicates",
                        "json_array_concat \",\" from a",
                        "len(a) as b",
                        "hash(a) b",
                        "json_array_len a");
            case 20 -> pick("pack_json fields (a, b*) as c", "pack_logfmt", "pack_json as \"\"");
            case 21 ->
                pick(
                        "time_add 1h",
                        "time_add -5m at x",
                        "decolorize",
                        "decolorize f",
                        "collapse_nums at f prettify",
                        "coalesce(a, b*) default x as c");
            case 22 -> "replace_regexp (\"a+\", \"$1\") at b";
            default -> pick("set_stream_fields a, b*", "unpack_syslog from f offset 5h result_prefix x", "facets");
        };
    }

    private String expr(int depth) {
        return switch (random.nextInt(depth > 3 ? 4 : 9)) {
            case 0 -> pick("a", "\"x y\"", "b.c", "\"5\"");
            case 1 -> pick("5", "1.5KiB", "3m", "1.2.3.4");
            case 2 -> "-" + pick("a", "3");
            case 3 -> pick("now()", "rand()", "round(a, 5)", "max(a, b, 3)", "abs(-a)");
            case 4 -> "(" + expr(depth + 1) + ")";
            case 5 -> "-(" + expr(depth + 1) + ")";
            default ->
                expr(depth + 1) + " " + pick("+", "-", "*", "/", "%", "^", "&", "xor", "or", "default") + " "
                        + expr(depth + 1);
        };
    }

    private String query() {
        StringBuilder sb = new StringBuilder(
                pick("", "", "", "options(concurrency=2, time_offset=1h) ", "options(global_filter=(x:y)) "));
        sb.append(filter(0));
        for (int n = random.nextInt(4); n > 0; n--) {
            sb.append(" | ").append(pipe(0));
        }
        return sb.append(pick("", "", ";", " # comment")).toString();
    }

    @Test
    void randomQueriesReadBackTheSame() {
        int read = 0;
        for (int i = 0; i < 8_000; i++) {
            String text = query();
            Query query;
            try {
                query = LogsQlParser.parse(text, NOW);
            } catch (LogsQlException e) {
                continue;
            }
            read++;
            String printed = query.toString();
            String where = "seed " + seed + ": " + text + "\n -> " + printed;
            Query again;
            try {
                again = LogsQlParser.parse(printed, NOW);
            } catch (LogsQlException e) {
                throw new AssertionError(where + "\n" + e.getMessage(), e);
            }
            assertEquals(printed, again.toString(), where);
            assertEquals(query, again, where);
        }
        int count = read;
        assertTrue(read > 5_000, () -> "only " + count + " of 8000 random queries were read; seed " + seed);
    }

    @Test
    void damagedQueriesAreRefusedWithAPlaceInTheQuery() {
        for (int i = 0; i < 8_000; i++) {
            StringBuilder sb = new StringBuilder(query());
            for (int n = 1 + random.nextInt(3); n > 0 && !sb.isEmpty(); n--) {
                int at = random.nextInt(sb.length());
                switch (random.nextInt(3)) {
                    case 0 -> sb.deleteCharAt(at);
                    case 1 ->
                        sb.insert(
                                at,
                                pick("(", ")", "|", "\"", "'", ":", "*", "\\", "{", "\ud800", "\0", "=", "\n", "🙂"));
                    default -> sb.setLength(at);
                }
            }
            String text = sb.toString();
            try {
                LogsQlParser.parse(text, NOW);
            } catch (LogsQlException e) {
                boolean inside = e.position() >= 0 && e.position() <= text.codePointCount(0, text.length());
                assertTrue(inside && !e.reason().isEmpty(), () -> "seed " + seed + ": " + text);
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + GoQuote.quote(text), e);
            }
        }
    }
}
