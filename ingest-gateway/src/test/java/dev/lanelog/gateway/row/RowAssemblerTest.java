package dev.lanelog.gateway.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lanelog.gateway.insert.InsertOutcome;
import dev.lanelog.gateway.insert.TestInserts;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RowAssemblerTest {
    private static final Instant NOW = Instant.parse("2026-11-30T20:36:40Z");

    private final TestInserts rows = new TestInserts(RowLimits.DEFAULT, InstantSource.fixed(NOW), 100);

    private static byte[] b(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void fields(FieldSink sink, String... namesAndValues) {
        for (int i = 0; i < namesAndValues.length; i += 2) {
            sink.field(b(namesAndValues[i]), b(namesAndValues[i + 1]));
        }
    }

    private InsertOutcome insert(RequestOptions options, String... namesAndValues) {
        return rows.insert(options, sink -> {
            sink.startRow(1);
            fields(sink, namesAndValues);
            sink.endRow();
        });
    }

    private Map<String, String> only() {
        assertEquals(1, rows.rows().size());
        return rows.rows().getFirst().fields();
    }

    @Test
    void rowsWithoutATimeKeepTheirOrder() {
        rows.insert(RequestOptions.DEFAULT, sink -> {
            for (int i = 1; i <= 250; i++) {
                sink.startRow(i);
                fields(sink, "_msg", "m" + i, "_time", i % 2 == 0 ? "" : "0");
                assertTrue(sink.endRow());
            }
        });
        long first = NOW.getEpochSecond() * 1_000_000_000L;
        for (int i = 0; i < 250; i++) {
            assertEquals(first + i, rows.rows().get(i).timeNs());
            assertEquals("m" + (i + 1), rows.rows().get(i).fields().get("_msg"));
        }
        assertEquals(3, rows.batches());
    }

    @Test
    void aStreamFieldGivenTwiceTakesTheLastValue() {
        insert(RequestOptions.DEFAULT.withStreamFields(List.of("dup")), "_msg", "x", "dup", "1", "dup", "2");
        assertEquals(Map.of("_msg", "x", "dup", "2", "_stream", "{dup=\"2\"}"), only());
    }

    @Test
    void labelsOfTheProtocolAreTheStreamUnlessTheRequestNamesOne() {
        for (List<String> named : List.of(List.<String>of(), List.of("c"))) {
            rows.rows().clear();
            rows.insert(RequestOptions.DEFAULT.withStreamFields(named), sink -> {
                sink.startRow(1);
                sink.streamField(b("b"), b("2"));
                sink.streamField(b("a"), b("1"));
                sink.streamField(b("empty"), b(""));
                fields(sink, "c", "3", "_msg", "m");
                sink.endRow();
            });
            assertEquals(named.isEmpty() ? "{a=\"1\",b=\"2\"}" : "{c=\"3\"}", only().get("_stream"));
        }
    }

    @Test
    void streamValuesAreQuotedLikeGo() {
        insert(
                RequestOptions.DEFAULT.withStreamFields(List.of("s")),
                "_msg",
                "m",
                "s",
                "q\" b\\ n\n t\t bell\u0007 del\u007f nbsp\u00a0 é 😀 zwj\u200d");
        assertEquals(
                "{s=\"q\\\" b\\\\ n\\n t\\t bell\\a del\\x7f nbsp\\u00a0 é 😀 zwj\\u200d\"}",
                new String(
                        Objects.requireNonNull(only().get("_stream")).getBytes(StandardCharsets.ISO_8859_1),
                        StandardCharsets.UTF_8));
    }

    @Test
    void eachLimitRejectsOnlyItsRow() {
        InsertOutcome outcome = rows.insert(RequestOptions.DEFAULT, sink -> {
            sink.startRow(1);
            for (int i = 0; i < 1001; i++) {
                fields(sink, "f" + i, "v");
            }
            assertFalse(sink.endRow());
            sink.startRow(2);
            fields(sink, "n".repeat(129), "v");
            assertFalse(sink.endRow());
            sink.startRow(3);
            fields(sink, "big", "x".repeat(3 << 20));
            assertFalse(sink.endRow());
            sink.startRow(4);
            fields(sink, "_time", "2026-12-03T00:00:00Z");
            assertFalse(sink.endRow());
            sink.startRow(5);
            fields(sink, "_time", "yesterday");
            assertFalse(sink.endRow());
            sink.startRow(6);
            fields(sink, "_stream", "nonsense");
            assertFalse(sink.endRow());
            sink.startRow(7);
            fields(sink, "_msg", "good");
            assertTrue(sink.endRow());
        });
        assertEquals(
                List.of(
                        Reason.TOO_MANY_FIELDS,
                        Reason.FIELD_NAME_TOO_LONG,
                        Reason.ROW_TOO_LARGE,
                        Reason.TIMESTAMP_OUT_OF_RANGE,
                        Reason.BAD_TIMESTAMP,
                        Reason.BAD_STREAM),
                outcome.rejections().stream().map(Rejection::reason).toList());
        assertEquals(1, outcome.kept());
        assertEquals("good", only().get("_msg"));
    }

    @Test
    void brokenNamesMeetInOneColumn() {
        rows.insert(RequestOptions.DEFAULT, sink -> {
            sink.startRow(1);
            sink.field(new byte[] {'k', (byte) 0xFF}, b("1"));
            sink.field(new byte[] {'k', (byte) 0xFE}, b("2"));
            sink.endRow();
        });
        assertEquals("2", only().get("k\ufffd"));
    }

    @Test
    void inventedNamesDoNotPileUp() {
        InsertOutcome outcome = rows.insert(RequestOptions.DEFAULT.withStreamFields(List.of("app")), sink -> {
            for (int i = 0; i < 20_000; i++) {
                sink.startRow(i);
                fields(sink, "app", "x", "invented" + i, "v");
                sink.endRow();
            }
        });
        assertEquals(20_000, outcome.kept());
        assertEquals("v", rows.rows().get(19_999).fields().get("invented19999"));
        assertEquals("{app=\"x\"}", rows.rows().get(19_999).fields().get("_stream"));
    }

    @Test
    void rowsBeforeABadRequestAreKept() {
        InsertOutcome outcome = rows.insert(RequestOptions.DEFAULT, sink -> {
            sink.startRow(1);
            fields(sink, "_msg", "m");
            sink.endRow();
            throw new BadRequestException("the rest is no request");
        });
        assertEquals(1, outcome.kept());
        assertEquals(400, Objects.requireNonNull(outcome.failure()).status());
    }
}
