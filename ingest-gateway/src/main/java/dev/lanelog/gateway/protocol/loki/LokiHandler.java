package dev.lanelog.gateway.protocol.loki;

import dev.lanelog.gateway.config.GatewayConfig;
import dev.lanelog.gateway.http.InsertHandler;
import dev.lanelog.gateway.http.InsertReport;
import dev.lanelog.gateway.http.InsertRequest;
import dev.lanelog.gateway.http.InsertResponse;
import dev.lanelog.gateway.insert.InsertOutcome;
import dev.lanelog.gateway.row.BadRequestException;
import dev.lanelog.gateway.row.FieldSink;
import dev.lanelog.gateway.row.RequestOptions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * {@code /insert/loki/api/v1/push}: {@code application/json} is JSON, any other content type protobuf (a raw snappy block
 * unless an encoding is named). Labels are the stream. A message that is a JSON object becomes fields, unless {@code
 * disable_message_parsing} (or {@code VL-Loki-Disable-Message-Parsing}) is set; {@code message_fields_prefix} goes before
 * their names. {@code X-Scope-OrgID} of the form {@code account} or {@code account:project} is the tenant where the usual
 * headers name none. Answers 204. See the <a href="https://grafana.com/docs/loki/latest/reference/loki-http-api/">API</a>.
 */
@ApplicationScoped
public class LokiHandler implements InsertHandler {
    private final int maxName;

    @Inject
    public LokiHandler(GatewayConfig config) {
        this(config.rows().maxFieldNameBytes());
    }

    LokiHandler(int maxName) {
        this.maxName = maxName;
    }

    @Override
    public String protocol() {
        return "loki";
    }

    @Override
    public List<String> paths() {
        return List.of("/insert/loki/api/v1/push");
    }

    @Override
    public List<String> methods() {
        return List.of("POST", "PUT");
    }

    @Override
    public String defaultEncoding(InsertRequest request) {
        return isJson(request) ? "identity" : "snappy";
    }

    @Override
    public RequestOptions options(InsertRequest request) throws BadRequestException {
        RequestOptions options = RequestOptions.parse(request).withTimeFields(List.of());
        request.attach(MessageParsing.of(request));
        return options.orTenant(request.header("X-Scope-OrgID"));
    }

    @Override
    public void read(InsertRequest request, InputStream body, FieldSink sink) throws BadRequestException, IOException {
        MessageParsing parsing =
                request.attachment() instanceof MessageParsing asked ? asked : MessageParsing.of(request);
        Entries entries = new Entries(sink, parsing, maxName);
        byte[] bytes = body.readAllBytes();
        if (isJson(request)) {
            new JsonPush(entries).read(bytes);
        } else {
            new ProtobufPush(entries).read(bytes);
        }
    }

    private static boolean isJson(InsertRequest request) {
        return request.mediaType().equals("application/json");
    }

    @Override
    public InsertResponse respond(InsertRequest request, InsertOutcome outcome) {
        return InsertReport.usual("Loki", outcome, InsertResponse.of(204, null, ""));
    }
}
