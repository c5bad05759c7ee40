package dev.lanelog.gateway.protocol.splunk;

import dev.lanelog.gateway.config.GatewayConfig;
import dev.lanelog.gateway.http.InsertHandler;
import dev.lanelog.gateway.http.InsertRequest;
import dev.lanelog.gateway.http.InsertResponse;
import dev.lanelog.gateway.insert.InsertOutcome;
import dev.lanelog.gateway.json.JsonFlattener;
import dev.lanelog.gateway.json.JsonSyntaxException;
import dev.lanelog.gateway.json.ObjectSplitter;
import dev.lanelog.gateway.row.BadRequestException;
import dev.lanelog.gateway.row.FieldSink;
import dev.lanelog.gateway.row.Reason;
import dev.lanelog.gateway.row.RequestOptions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * {@code /services/collector/event}: JSON objects one after the other. {@code time} is the time; {@code event} is the
 * message, or the first of its {@code log}, {@code line} and {@code message} if it is an object; {@code host}, {@code
 * source} and {@code sourcetype} are the stream. Everything is stored under its flattened name. Any token will do. See
 * <a href="https://docs.splunk.com/Documentation/Splunk/latest/Data/FormateventsforHTTPEventCollector">the format</a>.
 */
@ApplicationScoped
public class EventHandler implements InsertHandler {
    static final List<String> STREAM = List.of("host", "source", "sourcetype");

    private static final List<String> TIME = List.of("time");
    private static final List<String> MESSAGE = List.of("event", "event.log", "event.line", "event.message");

    private final int maxEvent;
    private final int maxName;

    @Inject
    public EventHandler(GatewayConfig config) {
        this(
                Math.toIntExact(config.rows().maxLineBytes().asLongValue()),
                config.rows().maxFieldNameBytes());
    }

    EventHandler(int maxEvent, int maxName) {
        this.maxEvent = maxEvent;
        this.maxName = maxName;
    }

    @Override
    public String protocol() {
        return "splunk";
    }

    @Override
    public List<String> paths() {
        return HecReplies.paths("", "/event", "/event/1.0");
    }

    @Override
    public RequestOptions options(InsertRequest request) throws BadRequestException {
        return RequestOptions.parse(request, TIME).orMsgFields(MESSAGE).orStreamFields(STREAM);
    }

    @Override
    public void read(InsertRequest request, InputStream body, FieldSink sink) throws BadRequestException, IOException {
        ObjectSplitter events = new ObjectSplitter(body, maxEvent);
        JsonFlattener json = new JsonFlattener(maxName, sink.options().preserveJsonKeys());
        request.attach(events);
        while (next(events)) {
            sink.startRow(events.number());
            if (events.tooLong()) {
                sink.rejectRow(Reason.LINE_TOO_LONG, "an event of " + maxEvent + " bytes or more");
                continue;
            }
            try {
                json.row(events.data(), events.offset(), events.offset() + events.length(), sink);
                sink.endRow();
            } catch (JsonSyntaxException e) {
                sink.rejectRow(Reason.BAD_SYNTAX, "cannot parse JSON: " + e.text());
            }
            json.clear();
        }
    }

    private static boolean next(ObjectSplitter events) throws BadRequestException, IOException {
        try {
            return events.next();
        } catch (JsonSyntaxException e) {
            throw new BadRequestException(
                    "event " + events.number() + ": " + e.text() + "; nothing from there on was read");
        }
    }

    @Override
    public InsertResponse respond(InsertRequest request, InsertOutcome outcome) {
        long read = request.attachment() instanceof ObjectSplitter events ? events.number() : 0;
        return HecReplies.of(outcome, read);
    }

    @Override
    public InsertResponse refuse(InsertRequest request, InsertOutcome.Failure failure) {
        return HecReplies.of(new InsertOutcome(0, 0, 0, List.of(), failure), 0);
    }
}
