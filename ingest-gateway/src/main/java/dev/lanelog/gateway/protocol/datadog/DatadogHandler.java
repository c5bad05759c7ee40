package dev.lanelog.gateway.protocol.datadog;

import dev.lanelog.gateway.config.GatewayConfig;
import dev.lanelog.gateway.http.InsertHandler;
import dev.lanelog.gateway.http.InsertReport;
import dev.lanelog.gateway.http.InsertRequest;
import dev.lanelog.gateway.http.InsertResponse;
import dev.lanelog.gateway.insert.InsertOutcome;
import dev.lanelog.gateway.json.JsonFlattener;
import dev.lanelog.gateway.json.JsonReader;
import dev.lanelog.gateway.json.JsonSyntaxException;
import dev.lanelog.gateway.row.BadRequestException;
import dev.lanelog.gateway.row.FieldSink;
import dev.lanelog.gateway.row.LineSplitter;
import dev.lanelog.gateway.row.Reason;
import dev.lanelog.gateway.row.RequestOptions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * {@code /api/v2/logs} and the older {@code /v1/input}, each also below {@code /insert/datadog}: one item or an array of
 * items as JSON, or, as {@code text/plain}, a message per line. What an item means is told in {@link ItemFields}. Times and
 * messages have their names in the protocol, so {@code _time_field} and {@code _msg_field} don't matter here. Answers 202
 * (200 to {@code /v1/input}) with {@code {}}. See the <a
 * href="https://docs.datadoghq.com/api/latest/logs/#send-logs">API</a>.
 */
@ApplicationScoped
public class DatadogHandler implements InsertHandler {
    private static final String V1 = "/v1/input";

    private final int maxName;

    @Inject
    public DatadogHandler(GatewayConfig config) {
        this(config.rows().maxFieldNameBytes());
    }

    DatadogHandler(int maxName) {
        this.maxName = maxName;
    }

    @Override
    public String protocol() {
        return "datadog";
    }

    @Override
    public List<String> paths() {
        return List.of("/api/v2/logs", "/insert/datadog/api/v2/logs", V1, "/insert/datadog" + V1);
    }

    @Override
    public List<String> methods() {
        return List.of("POST", "PUT", "GET");
    }

    @Override
    public RequestOptions options(InsertRequest request) throws BadRequestException {
        request.attach(RequestDefaults.of(request));
        return RequestOptions.parse(request).withTimeFields(List.of()).withMsgFields(List.of());
    }

    @Override
    public void read(InsertRequest request, InputStream body, FieldSink sink) throws BadRequestException, IOException {
        RequestDefaults defaults =
                request.attachment() instanceof RequestDefaults noted ? noted : RequestDefaults.of(request);
        byte[] bytes = body.readAllBytes();
        ItemFields item = new ItemFields(sink, defaults);
        if (request.mediaType().equals("text/plain") && !looksLikeJson(bytes)) {
            lines(bytes, item);
            return;
        }
        JsonFlattener json = new JsonFlattener(maxName, sink.options().preserveJsonKeys());
        try {
            items(bytes, json, item);
        } catch (JsonSyntaxException e) {
            throw new BadRequestException("cannot parse JSON: " + e.text());
        }
    }

    private static boolean looksLikeJson(byte[] bytes) {
        for (byte b : bytes) {
            if (b != ' ' && b != '\t' && b != '\r' && b != '\n') {
                return b == '[' || b == '{';
            }
        }
        return true;
    }

    private static void lines(byte[] bytes, ItemFields item) throws IOException {
        // The body is held whole already, so that no line of it is too long.
        LineSplitter lines = new LineSplitter(new ByteArrayInputStream(bytes), bytes.length + 1);
        while (lines.next()) {
            if (lines.lengthWithoutCr() > 0) {
                item.startRow(lines.number());
                item.message(lines.data(), lines.offset(), lines.lengthWithoutCr());
                item.endRow();
            }
        }
    }

    private static void items(byte[] bytes, JsonFlattener json, ItemFields item) throws JsonSyntaxException {
        JsonReader reader = json.reader();
        reader.reset(bytes, 0, bytes.length);
        boolean array = reader.next('[');
        long position = 0;
        if (!array || !reader.next(']')) {
            do {
                position++;
                item.startRow(position);
                if (array && reader.peek() != '{') {
                    reader.skip();
                    item.rejectRow(Reason.BAD_SYNTAX, "an item must be a JSON object");
                } else {
                    json.object("", item);
                    item.endRow();
                }
                json.clear();
            } while (array && reader.next(','));
            if (array) {
                reader.expect(']');
            }
        }
        if (reader.peek() >= 0) {
            throw reader.error("expected nothing after the " + (array ? "array" : "object"));
        }
    }

    @Override
    public InsertResponse respond(InsertRequest request, InsertOutcome outcome) {
        int status = request.path().endsWith(V1) ? 200 : 202;
        if (outcome.failure() == null && outcome.rejected() > 0 && outcome.kept() > 0) {
            return InsertResponse.of(status, InsertResponse.JSON, InsertReport.json(outcome));
        }
        return InsertReport.usual("Datadog", outcome, InsertResponse.of(status, InsertResponse.JSON, "{}"));
    }
}
