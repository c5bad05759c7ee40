package dev.lanelog.gateway.protocol.otlp;

import dev.lanelog.gateway.insert.ByteBudget;
import dev.lanelog.gateway.insert.InsertOutcome;
import dev.lanelog.gateway.insert.InsertService;
import dev.lanelog.gateway.insert.OverloadedException;
import dev.lanelog.gateway.row.BadRequestException;
import dev.lanelog.gateway.row.RequestOptions;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * One {@code Export} call. Its callbacks come one after the other, on a virtual thread, which {@link #onHalfClose} holds
 * until Kafka has answered.
 */
final class ExportCall extends ServerCall.Listener<ExportCall.Body> {
    private static final Logger LOG = Logger.getLogger(ExportCall.class);
    private static final String PROTOCOL = "otlp-grpc";
    private static final int RETRY_SECONDS = 2;
    private static final Metadata.Key<byte[]> DETAILS =
            Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);

    private final ServerCall<Body, byte[]> call;
    private final Metadata headers;
    private final InsertService inserts;
    private final Map<String, String> settings;
    private @Nullable Body body;
    private boolean answered;

    /** @param settings what the server is set to use where a call leaves something open */
    ExportCall(ServerCall<Body, byte[]> call, Metadata headers, InsertService inserts, Map<String, String> settings) {
        this.call = call;
        this.headers = headers;
        this.inserts = inserts;
        this.settings = settings;
    }

    @Override
    public void onMessage(Body message) {
        if (body != null) {
            message.close();
            fail(OtlpReplies.INVALID_ARGUMENT, "more than one request in a call", 0);
            return;
        }
        body = message;
    }

    @Override
    public void onHalfClose() {
        Body request = body;
        if (answered) {
            return;
        }
        if (request == null) {
            fail(OtlpReplies.INVALID_ARGUMENT, "a call without a request", 0);
            return;
        }
        long start = System.nanoTime();
        int status;
        try {
            status = export(request);
        } catch (RuntimeException e) {
            LOG.errorf(e, "otlp-grpc-failed bytes=%d", request.length);
            fail(OtlpReplies.INTERNAL, "internal error; see the gateway's log", 0);
            status = 500;
        } finally {
            request.close();
        }
        inserts.timed(PROTOCOL, status, System.nanoTime() - start);
    }

    @Override
    public void onCancel() {
        release();
    }

    @Override
    public void onComplete() {
        release();
    }

    private void release() {
        if (body != null) {
            body.close();
        }
    }

    /** Stores the records and answers; the result is the status that HTTP would have. */
    private int export(Body request) {
        if (request.refusal != null) {
            fail(request.refusal.code, request.refusal.message, request.refusal.retryAfterSeconds);
            return request.refusal.httpStatus;
        }
        RequestOptions options;
        try {
            options = OtlpRequests.options(new Params(headers, settings));
        } catch (BadRequestException e) {
            fail(OtlpReplies.INVALID_ARGUMENT, e.text(), 0);
            return 400;
        }
        InsertOutcome outcome = inserts.insert(
                PROTOCOL, options, requestId(), sink -> OtlpRequests.readProtobuf(request.bytes, request.length, sink));
        InsertOutcome.Failure failure = outcome.failure();
        if (failure != null) {
            fail(
                    OtlpReplies.code(failure.status()),
                    OtlpReplies.failure(outcome, failure),
                    failure.retryAfterSeconds());
            return failure.status();
        }
        answered = true;
        call.sendHeaders(new Metadata());
        call.sendMessage(OtlpReplies.response(outcome));
        call.close(Status.OK, new Metadata());
        return 200;
    }

    private @Nullable String requestId() {
        for (String name : List.of("idempotency-key", "vl-request-id")) {
            String id = headers.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER));
            if (id != null && !id.isEmpty()) {
                return id;
            }
        }
        return null;
    }

    private void fail(int code, String message, int retryAfterSeconds) {
        answered = true;
        Metadata trailers = new Metadata();
        trailers.put(DETAILS, OtlpReplies.status(code, message, retryAfterSeconds));
        call.close(Status.fromCodeValue(code).withDescription(message), trailers);
    }

    /** Options come in the metadata of a call; it has no query arguments. */
    private record Params(Metadata headers, Map<String, String> settings) implements RequestOptions.Params {
        @Override
        public @Nullable String arg(String name) {
            return null;
        }

        @Override
        public @Nullable String header(String name) {
            return headers.get(Metadata.Key.of(name.toLowerCase(Locale.ROOT), Metadata.ASCII_STRING_MARSHALLER));
        }

        @Override
        public @Nullable String setting(String name) {
            return settings.get(name);
        }
    }

    /** Why a message was not read. */
    private record Refusal(int code, int httpStatus, String message, int retryAfterSeconds) {
        private static final Refusal NO_ROOM = new Refusal(
                OtlpReplies.RESOURCE_EXHAUSTED, 429, "the gateway has no room for more requests", RETRY_SECONDS);

        static Refusal overloaded(OverloadedException e) {
            return new Refusal(OtlpReplies.RESOURCE_EXHAUSTED, 429, text(e), RETRY_SECONDS);
        }

        static Refusal tooLarge(StatusRuntimeException e) {
            return new Refusal(OtlpReplies.RESOURCE_EXHAUSTED, 413, text(e), 0);
        }

        static Refusal unreadable(IOException e) {
            return new Refusal(OtlpReplies.INVALID_ARGUMENT, 400, "cannot decompress the request: " + text(e), 0);
        }

        private static String text(Exception e) {
            String message = e.getMessage();
            return message == null ? e.getClass().getSimpleName() : message;
        }
    }

    /** A request's bytes and the share of the gateway's memory that they take. */
    static final class Body implements AutoCloseable {
        private static final int FIRST_BYTES = 16 << 10;

        private final byte[] bytes;
        private final int length;
        private final @Nullable Refusal refusal;
        private final ByteBudget.@Nullable Lease lease;

        private Body(byte[] bytes, int length, @Nullable Refusal refusal, ByteBudget.@Nullable Lease lease) {
            this.bytes = bytes;
            this.length = length;
            this.refusal = refusal;
            this.lease = lease;
        }

        /** Reads a message to its end, or as far as there is room for it. */
        static Body read(InputStream in, ByteBudget budget) {
            ByteBudget.Lease lease = budget.tryLease(FIRST_BYTES);
            if (lease == null) {
                return refused(Refusal.NO_ROOM);
            }
            byte[] bytes = new byte[FIRST_BYTES];
            int length = 0;
            try {
                while (true) {
                    int read = in.readNBytes(bytes, length, bytes.length - length);
                    length += read;
                    if (length < bytes.length) {
                        return new Body(bytes, length, null, lease);
                    }
                    // The message is bounded by the server's setting, far below where doubling overflows.
                    lease.grow(bytes.length);
                    bytes = Arrays.copyOf(bytes, bytes.length * 2);
                }
            } catch (OverloadedException e) {
                lease.close();
                return refused(Refusal.overloaded(e));
            } catch (IOException e) {
                lease.close();
                return refused(Refusal.unreadable(e));
            } catch (StatusRuntimeException e) {
                // How gRPC says that a message is too large once it is decompressed.
                lease.close();
                return refused(Refusal.tooLarge(e));
            }
        }

        private static Body refused(Refusal refusal) {
            return new Body(new byte[0], 0, refusal, null);
        }

        @Override
        public void close() {
            if (lease != null) {
                lease.close();
            }
        }
    }
}
