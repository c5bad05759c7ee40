package dev.lanelog.gateway.protocol.logfmt;

import dev.lanelog.gateway.config.GatewayConfig;
import dev.lanelog.gateway.http.InsertHandler;
import dev.lanelog.gateway.http.InsertReport;
import dev.lanelog.gateway.http.InsertRequest;
import dev.lanelog.gateway.http.InsertResponse;
import dev.lanelog.gateway.insert.InsertOutcome;
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
 * {@code /insert/logfmt}: a row per line, as {@link LogfmtLine} reads it. Lines without anything are skipped; a bad line
 * costs only itself. Answers as {@code /insert/jsonline} does.
 */
@ApplicationScoped
public class LogfmtHandler implements InsertHandler {
    private final int maxLine;

    @Inject
    public LogfmtHandler(GatewayConfig config) {
        this(Math.toIntExact(config.rows().maxLineBytes().asLongValue()));
    }

    LogfmtHandler(int maxLine) {
        this.maxLine = maxLine;
    }

    @Override
    public String protocol() {
        return "logfmt";
    }

    @Override
    public List<String> paths() {
        return List.of("/insert/logfmt");
    }

    @Override
    public void read(InsertRequest request, InputStream body, FieldSink sink) throws IOException {
        LineSplitter lines = new LineSplitter(body, maxLine);
        LogfmtLine line = new LogfmtLine();
        while (lines.next()) {
            int from = lines.offset();
            int to = from + lines.lengthWithoutCr();
            if (lines.tooLong()) {
                sink.startRow(lines.number());
                sink.rejectRow(Reason.LINE_TOO_LONG, "a line of " + maxLine + " bytes or more");
            } else if (!LogfmtLine.blank(lines.data(), from, to)) {
                sink.startRow(lines.number());
                row(line, lines.data(), from, to, sink);
            }
        }
    }

    private static void row(LogfmtLine line, byte[] data, int from, int to, FieldSink sink) {
        try {
            line.read(data, from, to, sink);
            sink.endRow();
        } catch (JsonSyntaxException e) {
            sink.rejectRow(Reason.BAD_SYNTAX, "cannot parse logfmt: " + e.text());
        }
        line.clear();
    }

    @Override
    public InsertResponse respond(InsertRequest request, InsertOutcome outcome) {
        return InsertReport.usual("logfmt", outcome, InsertResponse.of(200, InsertResponse.JSON, ""));
    }
}
