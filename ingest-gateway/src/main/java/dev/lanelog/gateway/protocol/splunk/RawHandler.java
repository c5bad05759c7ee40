package dev.lanelog.gateway.protocol.splunk;

import dev.lanelog.gateway.config.GatewayConfig;
import dev.lanelog.gateway.http.InsertHandler;
import dev.lanelog.gateway.http.InsertRequest;
import dev.lanelog.gateway.http.InsertResponse;
import dev.lanelog.gateway.insert.InsertOutcome;
import dev.lanelog.gateway.row.BadRequestException;
import dev.lanelog.gateway.row.FieldSink;
import dev.lanelog.gateway.row.LineSplitter;
import dev.lanelog.gateway.row.Reason;
import dev.lanelog.gateway.row.RequestOptions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * {@code /services/collector/raw}: a message per line, stored with the time of its arrival. The arguments {@code host},
 * {@code source}, {@code sourcetype} and {@code index} become fields of each row; the first three are its stream.
 */
@ApplicationScoped
public class RawHandler implements InsertHandler {
    private static final byte[] MSG = "_msg".getBytes(StandardCharsets.US_ASCII);
    private static final List<String> ARGS = List.of("host", "source", "sourcetype", "index");

    private final int maxLine;

    @Inject
    public RawHandler(GatewayConfig config) {
        this(Math.toIntExact(config.rows().maxLineBytes().asLongValue()));
    }

    RawHandler(int maxLine) {
        this.maxLine = maxLine;
    }

    @Override
    public String protocol() {
        return "splunk";
    }

    @Override
    public List<String> paths() {
        return HecReplies.paths("/raw", "/raw/1.0");
    }

    @Override
    public RequestOptions options(InsertRequest request) throws BadRequestException {
        return RequestOptions.parse(request, List.of()).orStreamFields(EventHandler.STREAM);
    }

    @Override
    public void read(InsertRequest request, InputStream body, FieldSink sink) throws IOException {
        List<InsertRequest.Field> fields = request.fields(ARGS);
        LineSplitter lines = new LineSplitter(body, maxLine);
        while (lines.next()) {
            int length = lines.lengthWithoutCr();
            if (length == 0) {
                continue;
            }
            sink.startRow(lines.number());
            if (lines.tooLong()) {
                sink.rejectRow(Reason.LINE_TOO_LONG, "a line of " + maxLine + " bytes or more");
                continue;
            }
            fields.forEach(field -> sink.field(field.name(), field.value()));
            sink.field(MSG, 0, MSG.length, lines.data(), lines.offset(), length);
            sink.endRow();
        }
    }

    @Override
    public InsertResponse respond(InsertRequest request, InsertOutcome outcome) {
        return HecReplies.of(outcome, 0);
    }

    @Override
    public InsertResponse refuse(InsertRequest request, InsertOutcome.Failure failure) {
        return HecReplies.of(new InsertOutcome(0, 0, 0, List.of(), failure), 0);
    }
}
