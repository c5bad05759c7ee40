package dev.lanelog.query.engine.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.lanelog.columnar.column.ValueBuffer;
import dev.lanelog.query.engine.MemoryBudget;
import dev.lanelog.query.engine.QueryMemoryException;
import dev.lanelog.query.engine.batch.Batch;
import dev.lanelog.query.engine.batch.ColumnVector;
import dev.lanelog.query.engine.batch.ConstantVector;
import dev.lanelog.query.engine.batch.DictionaryVector;
import dev.lanelog.query.engine.batch.TextVector;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.engine.batch.ValueTable;
import dev.lanelog.query.engine.filter.RowFilter;
import dev.lanelog.query.engine.pipe.RowProcessor;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Utf8;
import dev.lanelog.query.logsql.parse.LogsQlParser;
import dev.lanelog.query.logsql.pipe.PipeMath;
import dev.lanelog.query.logsql.pipe.PipeUnroll;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What value pipes make of values, in every shape a column can have. */
class ValuePipesTest {
    private static String apply(ValueFunction function, String value) throws IOException {
        MapProcessor p = new MapProcessor("f", "f", function, null);
        return get(p.process(Batch.of(1, List.of("f"), List.of(new ConstantVector(Utf8.bytes(value))))), "f", 0);
    }

    private static String get(Batch batch, String field, int row) {
        ValueRef ref = new ValueRef();
        batch.column(field).get(row, ref);
        return Values.string(ref);
    }

    private static TextVector text(String... values) {
        return new TextVector(buffer(values));
    }

    private static ValueBuffer buffer(String... values) {
        ValueBuffer buffer = new ValueBuffer();
        for (String v : values) {
            byte[] b = Utf8.bytes(v);
            buffer.add(b, 0, b.length);
        }
        return buffer;
    }

    @Test
    void everyShapeOfAColumnGivesTheSame() throws IOException {
        ValueFunction function = TextFunctions.replace("a", "bb", 0);
        ColumnVector[] shapes = {
            text("xa", "", "xa", "aa"),
            new DictionaryVector(new int[] {2, 0, 2, 1}, ValueTable.of(buffer("", "aa", "xa")))
        };
        for (ColumnVector shape : shapes) {
            Batch out = new MapProcessor("f", "g", function, null).process(Batch.of(4, List.of("f"), List.of(shape)));
            assertEquals("xbb", get(out, "g", 0));
            assertEquals("", get(out, "g", 1));
            assertEquals("xbb", get(out, "g", 2));
            assertEquals("bbbb", get(out, "g", 3));
            assertEquals("aa", get(out, "f", 3));
        }
    }

    @Test
    void rowsThatDoNotMatchTheConditionStay() throws IOException {
        RowFilter condition = RowFilter.of(LogsQlParser.parseFilter("f:=a", 0));
        Batch in = Batch.of(2, List.of("f", "g"), List.of(text("a", "b"), text("old", "kept")));
        Batch out = new MapProcessor("f", "g", TextFunctions::hash, condition).process(in);
        assertEquals("kept", get(out, "g", 1));
        assertEquals(Long.toString(0xD24EC4F1A98C6E5BL & (1L << 53) - 1), get(out, "g", 0));
    }

    @Test
    void hashIsXxh64() {
        assertEquals(0xEF46DB3751D8E999L, XxHash64.hash(new byte[0], 0, 0));
        assertEquals(0xD24EC4F1A98C6E5BL, XxHash64.hash(new byte[] {'a'}, 0, 1));
        assertEquals(0x44BC2CF5AD770999L, XxHash64.hash(new byte[] {'x', 'a', 'b', 'c'}, 1, 3));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            quoteCharacter = '`',
            value = {
                "2026-01-02T03:04:05.6Z took 1.34s from 1.2.3.4:80 § <DATETIME> took <N>.<N>s from <IP4>:<N>",
                "id 2edfed59-3e98-4073-bbb2-28d321ca71a7 1KiB cafe1 § id <UUID> 1KiB cafe1",
                "no digits § no digits",
            })
    void numbersCollapse(String in, String out) throws IOException {
        assertEquals(out, apply(new CollapseNums(true), in));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            quoteCharacter = '`',
            value = {
                "a,b,c § \",\" § [\"a\",\"b\",\"c\"]",
                "a, § \",\" § [\"a\",\"\"]",
                "`` § \",\" § [\"\"]",
                "aé § \"\" § [\"a\",\"é\"]",
            })
    void textSplits(String in, String separator, String out) throws IOException {
        assertEquals(out, apply(TextFunctions.split(separator.replace("\"", "")), in));
    }

    @Test
    void wordsAndColoursAndArrays() throws IOException {
        assertEquals("[\"foo\",\"bar_1\",\"é\",\"foo\"]", apply(TextFunctions.words(false), "foo, bar_1.é-foo"));
        assertEquals("[\"foo\",\"bar\"]", apply(TextFunctions.words(true), "foo bar foo"));
        assertEquals("[]", apply(TextFunctions.words(false), ""));
        assertEquals("red text", apply(TextFunctions::decolorize, "\u001b[1;31mred\u001b[0m text"));
        assertEquals("3", apply(TextFunctions::jsonArrayLength, " [1, \"x\", {\"a\":[1,2]}] "));
        assertEquals("0", apply(TextFunctions::jsonArrayLength, "[1,"));
        assertEquals("1;x;{\"a\":[1,2]}", apply(TextFunctions.jsonArrayConcat(";"), "[1, \"x\", {\"a\": [1, 2]}]"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            quoteCharacter = '`',
            value = {
                "host-12 § ([a-z]+)-([0-9]+) § $2.${1} § 0 § 12.host",
                "aaa § a § b § 2 § bba",
                "abc § (b) § $1x § 0 § ac",
                "abc § (b) § ${1}x$$ § 0 § abx$c",
                "abc § x* § - § 0 § -a-b-c-",
                "ab § (?P<n>a) § [$n] § 0 § [a]b",
                "äb § b* § - § 0 § -ä-",
            })
    void regularExpressionsReplaceAsGoDoes(String in, String regexp, String replacement, long limit, String out)
            throws IOException {
        assertEquals(out, apply(new ReplaceRegexp(regexp, replacement, limit), in));
    }

    private static FieldList unpack(Unpacker unpacker, String value) {
        FieldList fields = new FieldList();
        ValueRef ref = new ValueRef();
        ref.buf = Utf8.bytes("#" + value + "#");
        ref.off = 1;
        ref.len = ref.buf.length - 2;
        unpacker.unpack(ref, fields);
        return fields;
    }

    private static String show(FieldList fields) {
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < fields.size(); i++) {
            sb.append(i == 0 ? "" : "|").append(fields.name(i)).append('=').append(Utf8.string(fields.value(i)));
        }
        return sb.toString();
    }

    @Test
    void jsonUnpacks() {
        JsonUnpacker all = new JsonUnpacker(List.of(FieldPattern.ALL), List.of("keep"));
        assertEquals(
                "a=1.50|b.c=x\"y|arr=[1,{\"k\":\"v\"}]|keep={\"z\":1}|t=true",
                show(
                        unpack(
                                all,
                                " {\"a\":1.50, \"b\":{\"c\":\"x\\\"y\"}, \"n\":null, \"arr\":[1, {\"k\": \"v\"}], \"keep\":{\"z\": 1}, \"t\":true} ")));
        assertEquals("", show(unpack(all, "{\"a\":1")));
        assertEquals("", show(unpack(all, "{\"a\":1}}")));
        assertEquals("", show(unpack(all, "[1]")));
        assertEquals(
                "b.c=1|a=",
                show(unpack(
                        new JsonUnpacker(List.of(FieldPattern.of("b.*"), FieldPattern.of("a")), List.of()),
                        "{\"b\":{\"c\":1},\"x\":2}")));
    }

    @Test
    void logfmtUnpacks() {
        LogfmtUnpacker all = new LogfmtUnpacker(List.of(FieldPattern.ALL));
        assertEquals("a=1|b=x y|c=|d=", show(unpack(all, "a=1 b=\"x y\" c= d")));
        assertEquals("x=\"un|rest=", show(unpack(all, "x=\"un rest")));
    }

    @Test
    void syslogUnpacks() {
        SyslogUnpacker u = new SyslogUnpacker(1_768_521_600_000_000_000L, 0);
        assertEquals(
                "priority=165|facility_keyword=local4|level=notice|facility=20|severity=5|format=rfc5424|timestamp=2003-10-11T22:14:15.003Z"
                        + "|hostname=host|app_name=app|proc_id=-|msg_id=ID47|ex@1.iut=3|ex@1.src=A]B|message=An event",
                show(unpack(
                        u, "<165>1 2003-10-11T22:14:15.003Z host app - ID47 [ex@1 iut=\"3\" src=\"A\\]B\"] An event")));
        assertEquals(
                "format=rfc3164|timestamp=2026-01-15T22:14:15Z|hostname=host|app_name=su|proc_id=12|message=failed",
                show(unpack(u, "Jan 15 22:14:15 host su[12]: failed")));
        assertEquals(
                "format=rfc3164|timestamp=2025-12-31T01:02:03Z|hostname=h|app_name=a|message=m",
                show(unpack(u, "Dec 31 01:02:03 h a: m")));
        assertEquals("format=rfc3164|message=plain text without header", show(unpack(u, "plain text without header")));
        assertEquals(
                "format=rfc3164|timestamp=2026-01-02T00:00:00Z|hostname=h|app_name=CEF|cef.version=0|cef.device_vendor=v|cef.device_product=p"
                        + "|cef.device_version=1|cef.device_event_class_id=c|cef.name=n|x|cef.severity=5|cef.extension.src=1.2.3.4|cef.extension.msg=a b",
                show(unpack(u, "Jan  2 00:00:00 h CEF:0|v|p|1|c|n\\|x|5|src=1.2.3.4 msg=a b")));
    }

    @Test
    void unpackedFieldsGoOverOldOnesAsTheOptionsSay() throws IOException {
        Unpacker unpacker = new LogfmtUnpacker(List.of(FieldPattern.ALL));
        Batch in = Batch.of(3, List.of("m", "a"), List.of(text("a=1", "a= b=2", "b=3"), text("x", "y", "z")));
        MemoryBudget memory = new MemoryBudget(1 << 20);
        String[][] expected = {{"1", "", "z"}, {"x", "y", "z"}, {"1", "y", "z"}};
        boolean[][] options = {{false, false}, {true, false}, {false, true}};
        for (int i = 0; i < 3; i++) {
            RowProcessor p = new UnpackProcessor(
                    "m",
                    unpacker,
                    new UnpackProcessor.Options("", options[i][0], options[i][1]),
                    null,
                    memory,
                    "unpack_logfmt");
            Batch out = p.process(in);
            for (int row = 0; row < 3; row++) {
                assertEquals(expected[i][row], get(out, "a", row));
            }
            assertEquals("", get(out, "b", 0));
            assertEquals("3", get(out, "b", 2));
        }
    }

    @Test
    void unpackingStopsAtTheMemoryBudget() {
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < 1000; i++) {
            sb.append("f").append(i).append("=1 ");
        }
        String[] rows = new String[1000];
        java.util.Arrays.fill(rows, "");
        rows[0] = sb.toString();
        RowProcessor p = new UnpackProcessor(
                "m",
                new LogfmtUnpacker(List.of(FieldPattern.ALL)),
                new UnpackProcessor.Options("", false, false),
                null,
                new MemoryBudget(1 << 20),
                "unpack_logfmt");
        Batch in = Batch.of(1000, List.of("m"), List.of(text(rows)));
        assertThrows(QueryMemoryException.class, () -> p.process(in));
    }

    @Test
    void arraysUnrollIntoRows() throws IOException {
        PipeUnroll pipe =
                (PipeUnroll) LogsQlParser.parse("* | unroll (a, b)", 0).pipes().getFirst();
        Batch in = Batch.of(
                3,
                List.of("id", "a", "b"),
                List.of(text("1", "2", "3"), text("[1,\"x\"]", "no", "[]"), text("[\"k\"]", "", "[]")));
        Batch out = new UnrollProcessor(pipe, null, new MemoryBudget(1 << 20)).process(in);
        assertEquals(4, out.rows());
        assertEquals("1,1,k", get(out, "id", 0) + "," + get(out, "a", 0) + "," + get(out, "b", 0));
        assertEquals("1,x,", get(out, "id", 1) + "," + get(out, "a", 1) + "," + get(out, "b", 1));
        assertEquals("2,,", get(out, "id", 2) + "," + get(out, "a", 2) + "," + get(out, "b", 2));
    }

    @ParameterizedTest
    @CsvSource({
        "a + b * 2, 7",
        "2 + 3 * 2 ^ 2, 14",
        "-a ^ 2, 1",
        "nosuch default 2 + 3, 5",
        "5 % 0, NaN",
        "-1000 % 4, 0",
        "0 * -1, -0",
        "1 / 0, +Inf",
        "round(2.5), 3",
        "'round(1.27, 0.1)', 1.3",
        "'max(nosuch, b, a)', 3",
        "'min(a, b)', 1",
        "7 & 3 or 8 xor 1, 11",
        "1KiB + 1, 1025",
        "1m, 60000000000",
        "10.0.0.1 - 10.0.0.0, 1",
        "now(), 17",
        "abs(-a), 1"
    })
    void mathFollowsRanksAndUnits(String expression, String result) throws IOException {
        PipeMath pipe = (PipeMath) LogsQlParser.parse("* | math " + expression + " as r", 0)
                .pipes()
                .getFirst();
        Batch in = Batch.of(1, List.of("a", "b"), List.of(text("1"), text("3")));
        assertEquals(result, get(new MathProcessor(pipe, 17, new Random(1)).process(in), "r", 0));
    }
}
