package dev.lanelog.gateway.http;

import dev.lanelog.gateway.insert.ByteBudget;
import dev.lanelog.gateway.insert.InsertOutcome;
import dev.lanelog.gateway.insert.RowSource;
import dev.lanelog.gateway.row.BadRequestException;
import dev.lanelog.gateway.row.RequestOptions;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One HTTP insert from its head to its answer, whatever server it came through. */
final class HttpInsert {
    /** Takes the rows of a request; {@link dev.lanelog.gateway.insert.InsertService#insert} in the product. */
    interface Inserter {
        InsertOutcome insert(String protocol, RequestOptions options, @Nullable String requestId, RowSource source);
    }

    private final BodyDecoder decoder;
    private final Inserter inserter;

    HttpInsert(BodyDecoder decoder, Inserter inserter) {
        this.decoder = decoder;
        this.inserter = inserter;
    }

    InsertResponse handle(InsertHandler handler, InsertRequest request, InputStream body, ByteBudget.Lease lease) {
        RequestOptions options;
        try {
            options = handler.options(request);
        } catch (BadRequestException e) {
            return handler.refuse(request, new InsertOutcome.Failure(e.status(), e.text(), 0));
        }
        String named = request.header("Content-Encoding");
        String encoding = named == null || named.isEmpty() ? handler.defaultEncoding(request) : named;
        RowSource source = sink -> {
            try (InputStream decoded = decoder.decode(encoding, body, lease, handler.endless())) {
                handler.read(request, decoded, sink);
            }
        };
        return handler.respond(request, inserter.insert(handler.protocol(), options, requestId(request), source));
    }

    /** What the sender would call the answer to a request that was not even looked at. */
    static InsertOutcome notLookedAt(InsertOutcome.Failure failure) {
        return new InsertOutcome(0, 0, 0, List.of(), failure);
    }

    private static @Nullable String requestId(InsertRequest request) {
        String key = request.header("Idempotency-Key");
        return key != null ? key : request.header("VL-Request-ID");
    }
}
