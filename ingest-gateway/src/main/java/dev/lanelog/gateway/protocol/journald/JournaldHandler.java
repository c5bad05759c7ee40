package dev.lanelog.gateway.protocol.journald;

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
import java.util.Map;

/**
 * {@code /insert/journald/upload}: the journal as systemd-journal-upload sends it, of any length, parsed as it comes. Fields
 * are told in {@link ExportReader}. {@code _time_field} names fields that hold microseconds; by default it is {@code
 * __REALTIME_TIMESTAMP}. The message is {@code MESSAGE}, whatever {@code _msg_field} says. The stream is {@code
 * _MACHINE_ID}, {@code _HOSTNAME} and {@code _SYSTEMD_UNIT}.
 *
 * <p>Rejected rows don't make the answer an error: the uploader would send the same entries again for ever.
 */
@ApplicationScoped
public class JournaldHandler implements InsertHandler {
    private static final String TYPE = "application/vnd.fdo.journal";
    private static final List<String> TIME = List.of("__REALTIME_TIMESTAMP");
    private static final List<String> STREAM = List.of("_MACHINE_ID", "_HOSTNAME", "_SYSTEMD_UNIT");
    /** What newer uploaders look for before they compress. */
    private static final Map<String, String> ENCODINGS = Map.of("Accept-Encoding", "zstd");

    private final int maxEntry;
    private final boolean includeMetadata;

    @Inject
    public JournaldHandler(GatewayConfig config) {
        this(
                Math.toIntExact(config.rows().maxRowBytes().asLongValue()),
                config.journald().includeEntryMetadata());
    }

    JournaldHandler(int maxEntry, boolean includeMetadata) {
        this.maxEntry = maxEntry;
        this.includeMetadata = includeMetadata;
    }

    @Override
    public String protocol() {
        return "journald";
    }

    @Override
    public List<String> paths() {
        return List.of("/insert/journald/upload");
    }

    @Override
    public List<String> methods() {
        return List.of("POST", "PUT");
    }

    @Override
    public boolean endless() {
        return true;
    }

    @Override
    public RequestOptions options(InsertRequest request) throws BadRequestException {
        if (!TYPE.equals(request.header("Content-Type"))) {
            throw new BadRequestException("the Content-Type must be " + TYPE);
        }
        RequestOptions options = RequestOptions.parse(request, TIME);
        request.attach(new TimeFields(options.timeFields()));
        return options.withTimeFields(List.of()).withMsgFields(List.of()).orStreamFields(STREAM);
    }

    @Override
    public void read(InsertRequest request, InputStream body, FieldSink sink) throws BadRequestException, IOException {
        TimeFields times = request.attachment() instanceof TimeFields noted ? noted : new TimeFields(TIME);
        new ExportReader(body, maxEntry, times, includeMetadata).read(sink);
    }

    @Override
    public InsertResponse respond(InsertRequest request, InsertOutcome outcome) {
        if (outcome.failure() != null) {
            return InsertReport.usual("journald", outcome, InsertResponse.of(200, null, ""));
        }
        InsertResponse done = outcome.rejected() == 0
                ? InsertResponse.of(200, null, "")
                : InsertResponse.of(200, InsertResponse.JSON, InsertReport.json(outcome));
        return new InsertResponse(done.status(), done.contentType(), done.body(), ENCODINGS);
    }
}
