package dev.lanelog.gateway.protocol.elasticsearch;

import dev.lanelog.gateway.config.GatewayConfig;
import dev.lanelog.gateway.http.InsertHandler;
import dev.lanelog.gateway.http.InsertReport;
import dev.lanelog.gateway.http.InsertRequest;
import dev.lanelog.gateway.http.InsertResponse;
import dev.lanelog.gateway.insert.InsertOutcome;
import dev.lanelog.gateway.json.JsonFlattener;
import dev.lanelog.gateway.json.JsonSyntaxException;
import dev.lanelog.gateway.row.BadRequestException;
import dev.lanelog.gateway.row.FieldSink;
import dev.lanelog.gateway.row.IngestAbortedException;
import dev.lanelog.gateway.row.LineSplitter;
import dev.lanelog.gateway.row.Reason;
import dev.lanelog.gateway.row.RequestOptions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * {@code /insert/elasticsearch/_bulk}: an action line, then a document line. {@code create} and {@code index} store the
 * document; {@code update} and {@code delete} have no meaning in a store that only grows and are answered 400 item by item.
 * A bad document costs only its item. See the <a
 * href="https://www.elastic.co/guide/en/elasticsearch/reference/current/docs-bulk.html">bulk API</a>.
 */
@ApplicationScoped
public class BulkHandler implements InsertHandler {
    private enum Action {
        CREATE,
        INDEX,
        UPDATE,
        DELETE;

        private final byte[] inQuotes =
                ('"' + name().toLowerCase(Locale.ROOT) + '"').getBytes(StandardCharsets.US_ASCII);

        /** Stored as it is: both names mean the same where documents have no ids. */
        boolean stores() {
            return this == CREATE || this == INDEX;
        }
    }

    private static final Action[] ACTIONS = Action.values();

    private final int maxLine;
    private final int maxName;

    @Inject
    public BulkHandler(GatewayConfig config) {
        this(
                Math.toIntExact(config.rows().maxLineBytes().asLongValue()),
                config.rows().maxFieldNameBytes());
    }

    BulkHandler(int maxLine, int maxName) {
        this.maxLine = maxLine;
        this.maxName = maxName;
    }

    @Override
    public String protocol() {
        return "elasticsearch";
    }

    @Override
    public List<String> paths() {
        return List.of("/insert/elasticsearch/_bulk");
    }

    @Override
    public List<String> methods() {
        return List.of("POST", "PUT", "GET");
    }

    @Override
    public RequestOptions options(InsertRequest request) throws BadRequestException {
        return RequestOptions.parse(request).withDateOnlyTimes();
    }

    @Override
    public void read(InsertRequest request, InputStream body, FieldSink sink) throws BadRequestException, IOException {
        LineSplitter lines = new LineSplitter(body, maxLine);
        JsonFlattener json = new JsonFlattener(maxName, sink.options().preserveJsonKeys());
        BulkItems items = new BulkItems();
        request.attach(items);
        try {
            while (nextLine(lines)) {
                action(lines, json, sink, items);
            }
        } catch (IngestAbortedException e) {
            // The answer needs an item for every action, also for those that nobody could take.
            items.notRead();
            while (nextLine(lines)) {
                boolean document = action(lines) != Action.DELETE;
                items.notRead();
                if (document && !lines.next()) {
                    break;
                }
            }
            throw e;
        }
    }

    private static boolean nextLine(LineSplitter lines) throws IOException {
        while (lines.next()) {
            if (lines.length() > 0) {
                return true;
            }
        }
        return false;
    }

    private void action(LineSplitter lines, JsonFlattener json, FieldSink sink, BulkItems items)
            throws BadRequestException, IOException {
        Action action = action(lines);
        long item = items.count() + 1L;
        if (action == null) {
            throw new BadRequestException("item " + item + ": unexpected command \""
                    + new String(lines.data(), lines.offset(), Math.min(lines.length(), 100), StandardCharsets.UTF_8)
                    + "\"; expecting \"create\" or \"index\"; nothing after it was read");
        }
        sink.startRow(item);
        if (!action.stores()) {
            if (action == Action.UPDATE && !lines.next()) {
                throw new BadRequestException("item " + item + ": missing document after the command");
            }
            sink.rejectRow(Reason.UNSUPPORTED, "only create and index are supported: stored rows do not change");
            items.rejected();
            return;
        }
        if (!lines.next()) {
            throw new BadRequestException(
                    "item " + item + ": missing log message after the \"create\" or \"index\" command");
        }
        if (document(lines, json, sink)) {
            items.accepted();
        } else {
            items.rejected();
        }
    }

    private boolean document(LineSplitter lines, JsonFlattener json, FieldSink sink) {
        if (lines.tooLong()) {
            sink.rejectRow(Reason.LINE_TOO_LONG, "a document of " + maxLine + " bytes or more");
            return false;
        }
        boolean kept = false;
        try {
            json.row(lines.data(), lines.offset(), lines.offset() + lines.length(), sink);
            kept = sink.endRow();
        } catch (JsonSyntaxException e) {
            sink.rejectRow(Reason.BAD_SYNTAX, "cannot parse JSON: " + e.text());
        }
        json.clear();
        return kept;
    }

    /** The action that a line names, null if none. Like the reference it is found by its name in quotes. */
    private static @Nullable Action action(LineSplitter lines) {
        for (Action action : ACTIONS) {
            if (contains(lines, action.inQuotes)) {
                return action;
            }
        }
        return null;
    }

    private static boolean contains(LineSplitter lines, byte[] word) {
        byte[] data = lines.data();
        int last = lines.offset() + lines.length() - word.length;
        for (int i = lines.offset(); i <= last; i++) {
            if (data[i] == '"' && Arrays.equals(data, i, i + word.length, word, 0, word.length)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public InsertResponse respond(InsertRequest request, InsertOutcome outcome) {
        InsertOutcome.Failure failure = outcome.failure();
        BulkItems items = request.attachment() instanceof BulkItems noted ? noted : new BulkItems();
        if (failure != null && (outcome.kept() == 0 && outcome.rejected() == 0)) {
            return ElasticProbes.asElastic(InsertReport.usual("_bulk", outcome, InsertResponse.of(400, null, "")));
        }
        if (failure != null && !failure.retryable()) {
            items.notRead();
        }
        return ElasticProbes.asElastic(InsertResponse.of(200, InsertResponse.JSON, items.json(outcome)));
    }

    @Override
    public InsertResponse refuse(InsertRequest request, InsertOutcome.Failure failure) {
        return ElasticProbes.asElastic(InsertHandler.super.refuse(request, failure));
    }
}
