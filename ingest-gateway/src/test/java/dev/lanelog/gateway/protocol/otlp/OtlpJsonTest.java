package dev.lanelog.gateway.protocol.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.lanelog.gateway.row.BadRequestException;
import dev.lanelog.gateway.row.RequestOptions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The JSON form of a request, by the protocol's rules for it. */
class OtlpJsonTest {
    private static CollectedRows read(String json) throws BadRequestException {
        CollectedRows rows = new CollectedRows(RequestOptions.DEFAULT.withTimeFields(List.of()));
        OtlpRequests.readJson(json.getBytes(UTF_8), rows.sink);
        return rows;
    }

    private static CollectedRows record(String members) throws BadRequestException {
        return read("{\"resourceLogs\":[{\"scopeLogs\":[{\"logRecords\":[{" + members + "}]}]}]}");
    }

    private static String field(String members, String name) throws BadRequestException {
        List<Map<String, String>> rows = record(members).rows();
        assertEquals(1, rows.size());
        return rows.getFirst().get(name);
    }

    @Test
    void bothSpellingsOfNamesAreRead() throws BadRequestException {
        String camel = """
                {"resourceLogs":[{"scopeLogs":[{"logRecords":[{"timeUnixNano":"1768471200000000001",
                 "severityNumber":9,"severityText":"INFO","body":{"stringValue":"m"},"traceId":"0102","spanId":"0A",
                 "attributes":[{"key":"a","value":{"intValue":"5"}}],"eventName":"e"}]}],
                 "resource":{"attributes":[{"key":"service.name","value":{"stringValue":"s"}}]}}]}""";
        String proto = camel.replace("resourceLogs", "resource_logs")
                .replace("scopeLogs", "scope_logs")
                .replace("logRecords", "log_records")
                .replace("timeUnixNano", "time_unix_nano")
                .replace("severityNumber", "severity_number")
                .replace("severityText", "severity_text")
                .replace("stringValue", "string_value")
                .replace("intValue", "int_value")
                .replace("traceId", "trace_id")
                .replace("spanId", "span_id")
                .replace("eventName", "event_name");
        Map<String, String> row = read(camel).rows().getFirst();
        assertEquals(
                "{_msg=m, _stream={event_name=\"e\",service.name=\"s\"}, _time=2026-01-15T10:00:00.000000001Z, a=5,"
                        + " event_name=e, service.name=s, severity_number=9, severity_text=INFO, span_id=0a, trace_id=0102}",
                row.toString());
        assertEquals(row, read(proto).rows().getFirst());
    }

    static Stream<Arguments> values() {
        return Stream.of(
                arguments("{\"intValue\":\"-9223372036854775808\"}", "-9223372036854775808"),
                arguments("{\"intValue\":12}", "12"),
                arguments("{\"intValue\":1.5e3}", "1500"),
                arguments("{\"doubleValue\":1.50}", "1.5"),
                arguments("{\"doubleValue\":\"NaN\"}", "NaN"),
                arguments("{\"doubleValue\":\"-Infinity\"}", "-Inf"),
                arguments("{\"doubleValue\":1e-7}", "0.0000001"),
                arguments("{\"doubleValue\":3}", "3"),
                arguments("{\"doubleValue\":-1234567.25}", "-1234567.25"),
                arguments("{\"boolValue\":false}", "false"),
                arguments("{\"bytesValue\":\"AAH_Ynl0ZXM\"}", "AAH/Ynl0ZXM="),
                arguments("{\"stringValue\":\"\\u00e9\\ud83d\\ude00\\n\\ud800\"}", "\u00e9\ud83d\ude00\n\ufffd"),
                arguments(
                        "{\"arrayValue\":{\"values\":[{\"intValue\":1},null,{},{\"doubleValue\":1e-7},{\"doubleValue\":1234567}]}}",
                        "[1,null,null,1e-07,1.234567e+06]"),
                arguments(
                        "{\"arrayValue\":{\"values\":[{\"kvlistValue\":{\"values\":[{\"key\":\"q\\\"\",\"value\":{\"boolValue\":true}}]}}]}}",
                        "[{\"q\\\"\":true}]"));
    }

    @ParameterizedTest
    @MethodSource("values")
    void valuesBecomeText(String value, String expected) throws BadRequestException {
        assertEquals(expected, field("\"attributes\":[{\"key\":\"a\",\"value\":" + value + "}]", "a"));
    }

    @Test
    void emptyValuesAreNoFields() throws BadRequestException {
        Map<String, String> row = record(
                        "\"body\":{},\"attributes\":[{\"key\":\"a\",\"value\":{}},{\"key\":\"b\"},"
                                + "{\"key\":\"c\",\"value\":null},{\"key\":\"d\",\"value\":{\"stringValue\":\"\"}}],\"traceId\":\"\"")
                .rows()
                .getFirst();
        assertEquals(
                List.of("_msg", "_stream", "_time", "severity_number", "severity_text"), List.copyOf(row.keySet()));
    }

    @ParameterizedTest
    @CsvSource({
        "SEVERITY_NUMBER_INFO, 9, Info",
        "SEVERITY_NUMBER_FATAL4, 24, Fatal4",
        "SEVERITY_NUMBER_UNSPECIFIED, 0, Unspecified",
        "17, 17, Error"
    })
    void severityIsANameOrANumber(String name, String number, String text) throws BadRequestException {
        Map<String, String> row =
                record("\"severityNumber\":\"" + name + "\"").rows().getFirst();
        assertEquals(number, row.get("severity_number"));
        assertEquals(text, row.get("severity_text"));
    }

    @Test
    void unknownFieldsAreIgnored() throws BadRequestException {
        assertEquals(
                "m", field("\"new\":[{\"x\":[1,{}]},null],\"body\":{\"stringValue\":\"m\"},\"n2\":-1.5e3", "_msg"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"timeUnixNano\":\"yesterday\"",
                "\"timeUnixNano\":-1",
                "\"timeUnixNano\":1e30",
                "\"traceId\":\"xyz\"",
                "\"traceId\":\"0\"",
                "\"severityNumber\":\"LOUD\"",
                "\"severityText\":5",
                "\"attributes\":{}",
                "\"attributes\":[5]",
                "\"body\":\"bare\"",
                "\"flags\":4294967296",
                "\"attributes\":[{\"key\":\"a\",\"value\":{\"bytesValue\":\"***\"}}]",
                "\"attributes\":[{\"key\":\"a\",\"value\":{\"doubleValue\":\"0x1p3\"}}]",
                "\"attributes\":[{\"key\":\"a\",\"value\":{\"boolValue\":\"true\"}}]"
            })
    void aRecordWithAWrongValueCostsOnlyItself(String members) throws BadRequestException {
        String good = "{\"body\":{\"stringValue\":\"good\"}}";
        CollectedRows rows = read("{\"resourceLogs\":[{\"scopeLogs\":[{\"logRecords\":[" + good + ",{" + members + "},"
                + good + "]}]}]}");
        assertEquals(2, rows.rows().size());
        assertEquals(1, rows.sink.rejected());
        assertEquals(2, rows.sink.rejections().getFirst().position());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{",
                "{\"resourceLogs\":[{\"scopeLogs\":[{\"logRecords\":[{\"body\":{\"stringValue\":\"m\"}}]}]}",
                "{\"resourceLogs\":[{\"scopeLogs\":[{\"logRecords\":[{\"body\":{\"stringValue\":\"m\"}},]}]}]}",
                "{\"resourceLogs\":[]} x",
                "{\"resourceLogs\":5}",
                "{\"resourceLogs\":[{\"resource\":{\"attributes\":[{\"key\":5}]}}]}"
            })
    void brokenRequestIsRefusedWhole(String json) {
        BadRequestException e = assertThrows(BadRequestException.class, () -> read(json));
        assertEquals(400, e.status());
        assertTrue(e.text().startsWith("cannot decode the OTLP request: "), e.text());
    }

    @Test
    void deepNestingIsRefusedNotFollowed() throws BadRequestException {
        String open = "{\"arrayValue\":{\"values\":[";
        String deep = open.repeat(10_000) + "]}}".repeat(10_000);
        assertThrows(BadRequestException.class, () -> record("\"body\":" + deep));
        String tooDeep = open.repeat(100) + "]}}".repeat(100);
        CollectedRows rows = record("\"body\":" + tooDeep);
        assertEquals(1, rows.sink.rejected());
    }
}
