package dev.lanelog.gateway.protocol.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lanelog.gateway.http.InsertRequest;
import dev.lanelog.gateway.http.InsertResponse;
import dev.lanelog.gateway.insert.InsertOutcome;
import dev.lanelog.gateway.row.BadRequestException;
import dev.lanelog.gateway.row.Reason;
import dev.lanelog.gateway.row.Rejection;
import io.vertx.core.json.JsonObject;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Answers, in the form of the request. */
class OtlpHttpHandlerTest {
    private static final OtlpHttpHandler HANDLER = new OtlpHttpHandler();
    private static final InsertRequest PROTOBUF = request("application/x-protobuf");
    private static final InsertRequest JSON = request("application/json; charset=utf-8");
    private static final InsertOutcome PARTIAL = new InsertOutcome(
            2, 2, 1, List.of(new Rejection(2, Reason.BAD_SYNTAX, "traceId is not \"hexadecimal\"")), null);
    private static final InsertOutcome AWAY =
            new InsertOutcome(0, 3, 0, List.of(), new InsertOutcome.Failure(503, "Kafka is away", 5));

    private static InsertRequest request(String contentType) {
        return new InsertRequest("POST", "/v1/logs", Map.of(), Map.of("content-type", contentType));
    }

    @Test
    void successIsAnEmptyMessage() {
        InsertOutcome clean = new InsertOutcome(3, 3, 0, List.of(), null);
        InsertResponse protobuf = HANDLER.respond(PROTOBUF, clean);
        assertEquals(200, protobuf.status());
        assertEquals(0, protobuf.body().length);
        assertNull(protobuf.contentType());
        InsertResponse json = HANDLER.respond(JSON, clean);
        assertEquals("{}", new String(json.body(), UTF_8));
        assertEquals("application/json", json.contentType());
    }

    @Test
    void rejectedRecordsAreToldAsPartialSuccess() {
        InsertResponse protobuf = HANDLER.respond(PROTOBUF, PARTIAL);
        assertEquals(200, protobuf.status());
        assertEquals("application/x-protobuf", protobuf.contentType());
        String message = "1 of 3 log records rejected; first: record 2: traceId is not \"hexadecimal\"";
        String expected = "0a" + hexLength(message.length() + 4) + "0801" + "12" + hexLength(message.length())
                + HexFormat.of().formatHex(message.getBytes(UTF_8));
        assertEquals(expected, HexFormat.of().formatHex(protobuf.body()));
        JsonObject json =
                new JsonObject(new String(HANDLER.respond(JSON, PARTIAL).body(), UTF_8));
        assertEquals("1", json.getJsonObject("partialSuccess").getString("rejectedLogRecords"));
        assertEquals(message, json.getJsonObject("partialSuccess").getString("errorMessage"));
    }

    private static String hexLength(int length) {
        return HexFormat.of().toHexDigits((byte) length);
    }

    @Test
    void kafkaAwayIsUnavailableWithRetryInfo() {
        InsertResponse protobuf = HANDLER.respond(PROTOBUF, AWAY);
        assertEquals(503, protobuf.status());
        assertEquals("5", protobuf.headers().get("Retry-After"));
        String hex = HexFormat.of().formatHex(protobuf.body());
        assertTrue(hex.startsWith("080e" + "120d" + HexFormat.of().formatHex("Kafka is away".getBytes(UTF_8))), hex);
        assertTrue(hex.endsWith("12040a020805"), hex);
        JsonObject json = new JsonObject(new String(HANDLER.respond(JSON, AWAY).body(), UTF_8));
        assertEquals(14, json.getInteger("code"));
        JsonObject retry = json.getJsonArray("details").getJsonObject(0);
        assertEquals("type.googleapis.com/google.rpc.RetryInfo", retry.getString("@type"));
        assertEquals("5s", retry.getString("retryDelay"));
    }

    @Test
    void refusalIsAStatusWithoutRetry() {
        InsertOutcome refused =
                new InsertOutcome(0, 0, 0, List.of(), new InsertOutcome.Failure(400, "cannot decode", 0));
        InsertResponse json = HANDLER.respond(JSON, refused);
        assertEquals(400, json.status());
        assertEquals(Map.of(), json.headers());
        assertEquals("{\"code\":3,\"message\":\"cannot decode\"}", new String(json.body(), UTF_8));
        assertEquals(
                "application/x-protobuf", HANDLER.respond(PROTOBUF, refused).contentType());
    }

    @Test
    void timeFieldIsLookedAtOnlyWhenNamed() throws BadRequestException {
        assertEquals(List.of(), HANDLER.options(PROTOBUF).timeFields());
        InsertRequest named = new InsertRequest("POST", "/v1/logs", Map.of("_time_field", "ts"), Map.of());
        assertEquals(List.of("ts"), HANDLER.options(named).timeFields());
    }
}
