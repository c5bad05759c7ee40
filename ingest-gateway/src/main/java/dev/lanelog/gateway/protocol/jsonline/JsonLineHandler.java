package dev.lanelog.gateway.protocol.jsonline;

import dev.lanelog.gateway.config.GatewayConfig;
import dev.lanelog.gateway.http.InsertHandler;
import dev.lanelog.gateway.http.InsertReport;
import dev.lanelog.gateway.http.InsertRequest;
import dev.lanelog.gateway.http.InsertResponse;
import dev.lanelog.gateway.insert.InsertOutcome;
import dev.lanelog.gateway.json.JsonFlattener;
import dev.lanelog.gateway.json.JsonSyntaxException;
import dev.lanelog.gateway.row.FieldSink;
import dev.lanelog.gateway.row.LineSplitter;
import dev.lanelog.gateway.row.Reason;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * {@code /insert/jsonline}: one JSON object a line, whatever the content type says. Empty lines are skipped; a line that is
 * no object costs only itself. Answers 200 with an empty body if every row was kept.
 */
@ApplicationScoped
public class JsonLineHandler implements InsertHandler {
    private final int maxLine;
    private final int maxName;

    @Inject
    public JsonLineHandler(GatewayConfig config) {
        this(
                Math.toIntExact(config.rows().maxLineBytes().asLongValue()),
                config.rows().maxFieldNameBytes());
    }

    JsonLineHandler(int maxLine, int maxName) {
        this.maxLine = maxLine;
        this.maxName = maxName;
    }

    @Override
    public String protocol() {
        return "jsonline";
    }

    @Override
    public List<String> paths() {
        return List.of("/insert/jsonline");
    }

    @Override
    public void read(InsertRequest request, InputStream body, FieldSink sink) throws IOException {
        LineSplitter lines = new LineSplitter(body, maxLine);
        JsonFlattener json = new JsonFlattener(maxName, sink.options().preserveJsonKeys());
        while (lines.next()) {
            if (lines.length() > 0) {
                line(lines, json, sink);
            }
        }
    }

    private void line(LineSplitter lines, JsonFlattener json, FieldSink sink) {
        sink.startRow(lines.number());
        if (lines.tooLong()) {
            sink.rejectRow(Reason.LINE_TOO_LONG, "a line of " + maxLine + " bytes or more");
            return;
        }
        try {
            json.row(lines.data(), lines.offset(), lines.offset() + lines.length(), sink);
            sink.endRow();
        } catch (JsonSyntaxException e) {
            sink.rejectRow(Reason.BAD_SYNTAX, "cannot parse JSON: " + e.text());
        }
        json.clear();
    }

    @Override
    public InsertResponse respond(InsertRequest request, InsertOutcome outcome) {
        return InsertReport.usual("jsonline", outcome, InsertResponse.of(200, InsertResponse.JSON, ""));
    }
}
