package dev.lanelog.gateway.protocol.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.lanelog.gateway.http.InsertHandler;
import dev.lanelog.gateway.http.InsertRequest;
import dev.lanelog.gateway.http.InsertResponse;
import dev.lanelog.gateway.insert.InsertOutcome;
import dev.lanelog.gateway.row.BadRequestException;
import dev.lanelog.gateway.row.FieldSink;
import dev.lanelog.gateway.row.RequestOptions;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * OTLP over HTTP: {@code application/json} is JSON, any other content type protobuf. Answers are in the request's own
 * format: an {@code ExportLogsServiceResponse} with 200, which tells of rejected records, and a {@code
 * google.rpc.Status} with any other status. See the <a
 * href="https://opentelemetry.io/docs/specs/otlp/#otlphttp-response">specification</a>.
 */
@ApplicationScoped
public class OtlpHttpHandler implements InsertHandler {
    private static final String PROTOBUF = "application/x-protobuf";

    @Override
    public String protocol() {
        return "otlp";
    }

    @Override
    public List<String> paths() {
        return List.of("/v1/logs", "/insert/opentelemetry/v1/logs");
    }

    @Override
    public List<String> otlpPaths() {
        return List.of("/v1/logs");
    }

    @Override
    public List<String> methods() {
        return List.of("POST", "PUT");
    }

    @Override
    public RequestOptions options(InsertRequest request) throws BadRequestException {
        return OtlpRequests.options(request);
    }

    @Override
    public void read(InsertRequest request, InputStream body, FieldSink sink) throws BadRequestException, IOException {
        // Whole, because a message says how long it is only at its start, and may name its resource last.
        byte[] bytes = body.readAllBytes();
        if (isJson(request)) {
            OtlpRequests.readJson(bytes, sink);
        } else {
            OtlpRequests.readProtobuf(bytes, bytes.length, sink);
        }
    }

    @Override
    public InsertResponse respond(InsertRequest request, InsertOutcome outcome) {
        boolean json = isJson(request);
        InsertOutcome.Failure failure = outcome.failure();
        if (failure != null) {
            int code = OtlpReplies.code(failure.status());
            String message = OtlpReplies.failure(outcome, failure);
            int retry = failure.retryAfterSeconds();
            InsertResponse response = json
                    ? answer(
                            failure.status(),
                            InsertResponse.JSON,
                            OtlpReplies.statusJson(code, message, retry).getBytes(UTF_8))
                    : answer(failure.status(), PROTOBUF, OtlpReplies.status(code, message, retry));
            return response.retryAfter(retry);
        }
        if (json) {
            return answer(
                    200, InsertResponse.JSON, OtlpReplies.responseJson(outcome).getBytes(UTF_8));
        }
        byte[] response = OtlpReplies.response(outcome);
        // An empty message is an empty body, which has no type.
        return answer(200, response.length == 0 ? null : PROTOBUF, response);
    }

    private static InsertResponse answer(int status, @Nullable String contentType, byte[] body) {
        return new InsertResponse(status, contentType, body, Map.of());
    }

    private static boolean isJson(InsertRequest request) {
        return request.mediaType().equals("application/json");
    }
}
