package dev.lanelog.query.logsql.parse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lanelog.query.logsql.ast.Query;
import dev.lanelog.query.logsql.ast.TimeRange;
import dev.lanelog.query.logsql.filter.FilterTime;
import dev.lanelog.query.logsql.filter.Filters;
import dev.lanelog.query.logsql.format.TimeText;
import dev.lanelog.query.logsql.pipe.PipeStats;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How queries print, what times mean, and what errors say. */
class LogsQlParserTest {
    private static final long NOW = TimeText.parseRfc3339("2026-01-17T12:00:00Z");

    private static Query parse(String text) {
        return LogsQlParser.parse(text, NOW);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            quoteCharacter = '`',
            value = {
                "ERROR and status:200 § ERROR status:200",
                "a or b c § a or b c",
                "(a or b) c § (a or b) c",
                "not (a or b) § !(a or b)",
                "!!a § a",
                "-a:b § !a:b",
                "f:(a or -b) § f:a or !f:b",
                "f:!=x § !f:=x",
                "'it is' § \"it is\"",
                "f:\"\" § f:\"\"",
                "f:* § f:*",
                "* § *",
                "a.b.*:=x* § \"a.b.\"*:=x*",
                "seq:5 § \"seq\":5",
                "x # comment § x",
                "x; § x",
                "x | where y:z | filter w § x y:z w",
                "x | head § x | limit 10",
                "x | order (a desc, b) desc | limit 3 | skip 1 § x | sort by (a desc, b) desc offset 1 limit 2",
                "x | sort by (a) | limit 0 § x | limit 0",
                "x | count() § x | stats count(*) as \"count(*)\"",
                "x | by (_time:5m) sum(a) s, max(b*) § x | stats by (_time:5m) sum(a) as s, max(b*) as \"max(b*)\"",
                "x | eval a + b * c ^ 2 as r § x | math (a + b * c ^ 2) as r",
                "x | math (a + b) * -c r § x | math ((a + b) * -c) as r",
                "{a=b, c=~'d.*' or e in (f, 'g|h')} § {a=\"b\",c=~\"d.*\" or e=~\"f|g\\\\|h\"}",
                "_time:5m offset 1h x § _time:5m offset 1h x",
                "x | uniq a with hits | limit 5 § x | uniq by (a) with hits limit 5",
                "x | top 3 a hits as n § x | top 3 by (a) hits as n",
                "f:in(g:h | fields j) § f:in(g:h | fields j)",
            })
    void queriesPrintInOneForm(String text, String printed) {
        assertEquals(printed, parse(text).toString());
    }

    @ParameterizedTest
    @CsvSource({
        "count() if (), count(*) if (*)",
        "count() if (level:ERROR and status:200), count(*) if (level:ERROR status:200)",
        "sum(seq), sum(\"seq\")",
        "quantile(0.5; v), 'quantile(0.5, v)'",
    })
    void resultsWithoutNamesAreCalledByTheirText(String function, String name) {
        Query query = parse("* | stats " + function.replace(';', ','));
        assertEquals(
                name, ((PipeStats) query.pipes().getFirst()).calls().getFirst().resultName());
    }

    @ParameterizedTest
    @CsvSource({
        "5m, 2026-01-17T11:55:00Z, 2026-01-17T11:59:59.999999999Z",
        "2025Z, 2025-01-01T00:00:00Z, 2025-12-31T23:59:59.999999999Z",
        "2026-02Z, 2026-02-01T00:00:00Z, 2026-02-28T23:59:59.999999999Z",
        "2026-02+02:00, 2026-01-31T22:00:00Z, 2026-02-28T21:59:59.999999999Z",
        "2026-01-14, 2026-01-14T00:00:00Z, 2026-01-14T23:59:59.999999999Z",
        "2026-01-14T05Z, 2026-01-14T05:00:00Z, 2026-01-14T05:59:59.999999999Z",
        "2026-01-14T05:06:07.123Z, 2026-01-14T05:06:07.123Z, 2026-01-14T05:06:07.123999999Z",
        "'[1768392000, 1768392000]', 2026-01-14T12:00:00Z, 2026-01-14T12:00:00.999999999Z",
        "2026-01-14Z offset -1d, 2026-01-15T00:00:00Z, 2026-01-15T23:59:59.999999999Z",
        "'[2026-01-01Z, 2026-01-02Z]', 2026-01-01T00:00:00Z, 2026-01-02T23:59:59.999999999Z",
        "'[2026-01-01Z, 2026-01-02Z)', 2026-01-01T00:00:00Z, 2026-01-01T23:59:59.999999999Z",
        "'(2026-01-01Z, now]', 2026-01-01T00:00:00.000000001Z, 2026-01-17T12:00:00Z",
        "'[now-1h, now-5m)', 2026-01-17T11:00:00Z, 2026-01-17T11:54:59.999999999Z",
    })
    void timesStandForTheirWholePeriod(String time, String min, String max) {
        FilterTime f = (FilterTime) parse("_time:" + time).filter();
        assertEquals(min, TimeText.format(f.range().minNs()));
        assertEquals(max, TimeText.format(f.range().maxNs()));
    }

    @Test
    void timeFiltersBoundTheQuery() {
        Query query = parse("_time:1h (a or _time:5m) !_time:1m");
        assertEquals(new TimeRange(NOW - 3_600_000_000_000L, NOW - 1), Filters.timeRange(query.filter()));
        assertEquals(TimeRange.ALL, Filters.timeRange(parse("_time:1h or x").filter()));
    }

    @Test
    void timeOffsetMovesTimeFilters() {
        FilterTime f =
                (FilterTime) parse("options(time_offset=1d) _time:2026-01-14Z").filter();
        assertEquals("2026-01-13T00:00:00Z", TimeText.format(f.range().minNs()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            quoteCharacter = '`',
            value = {
                "foo=bar § 3 § write foo:=value",
                "foo == bar § 4 § foo:=value",
                "{app=x} |= 'y' § 9 § LogQL",
                "foo:=\"bar § 5 § quote is not closed",
                "foo | nosuch § 6 § unknown pipe 'nosuch'",
                "foo | json § 6 § unpack_json",
                "foo) § 3 § no '('",
                "(foo § 4 § expected ')'",
                "'' | stats § 10 § expected a stats function",
                "* | stats by (a) a § 17 § expected a stats function",
                "f:range(1) § 9 § expected ','",
                "f:~\"(\" § 3 § invalid regular expression",
                "f:ipv4_range(10.0.0.0/99) § 2 § 10.0.0.0/8",
                "_time:foo § 6 § duration",
                "山 | 山 § 4 § unknown pipe",
                "* | extract 'a' § 12 § no named place",
                "* | sort by (a) limit x § 22 § unsigned integer",
                "* | count() n, sum(a) n § 15 § used twice",
                "a | stream_context before 1 | x:y | stream_context after 1 § 36 § must be the first pipe",
                "options(nosuch=1) * § 8 § unknown option",
                "select a, b from logs § 8 § not SQL",
            })
    void errorsNameThePlaceAndTheRemedy(String text, int position, String remedy) {
        LogsQlException e = assertThrows(LogsQlException.class, () -> parse(text));
        assertEquals(position, e.position(), e.toString());
        assertTrue(e.toString().contains(remedy), e.toString());
    }

    @Test
    void errorsShowTheLineWithACaretUnderThePlace() {
        LogsQlException e = assertThrows(LogsQlException.class, () -> parse("foo\n| bar baz"));
        String[] lines = String.valueOf(e.getMessage()).split("\n");
        assertEquals("| bar baz", lines[1]);
        assertEquals("  ^", lines[2]);
        assertEquals("bar", e.offendingText());
    }

    @Test
    void depthSizeAndLengthAreBounded() {
        LogsQlLimits limits = new LogsQlLimits(1000, 50, 20);
        String deep = "(".repeat(60) + "a" + ")".repeat(60);
        assertTrue(message(deep, limits).contains("50 levels"));
        assertTrue(message("!".repeat(60) + "a", limits).contains("50 levels"));
        assertTrue(message("* | math " + "(".repeat(60) + "1" + ")".repeat(60), limits)
                .contains("50 levels"));
        assertTrue(message("f:in(" + "a,".repeat(30) + "b)", limits).contains("more than 20 items"));
        assertTrue(message("a".repeat(1001), limits).contains("longer than 1000"));
        assertTrue(message("\\\"".repeat(400_000) + "\\q", LogsQlLimits.DEFAULT).contains("not closed"));
    }

    private static String message(String text, LogsQlLimits limits) {
        return String.valueOf(assertThrows(LogsQlException.class, () -> LogsQlParser.parse(text, NOW, limits))
                .getMessage());
    }

    @Test
    void neededFieldsAreThoseThatReachTheResult() {
        assertEquals(
                "allow=[a, b] deny=[]",
                parse("* | fields a, b, c | delete c").neededFields().toString());
        assertEquals(
                "allow=[x, g] deny=[]",
                parse("* | stats by (g) sum(x) s, max(y) m | fields g, s")
                        .neededFields()
                        .toString());
        assertEquals("allow=[*] deny=[a]", parse("* | delete a").neededFields().toString());
        assertEquals(
                "allow=[a] deny=[]",
                parse("* | math a + 1 as b | fields b").neededFields().toString());
        assertEquals(
                "allow=[_msg] deny=[]",
                parse("* | extract 'x<a>' | fields a").neededFields().toString());
    }
}
