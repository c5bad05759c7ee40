package dev.lanelog.gateway.http;

import dev.lanelog.gateway.insert.InsertOutcome;
import dev.lanelog.gateway.row.BadRequestException;
import dev.lanelog.gateway.row.FieldSink;
import dev.lanelog.gateway.row.RequestOptions;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * One protocol over HTTP. Implementations are application-scoped beans and are found by their type; they keep no state
 * between requests and are called by many threads. {@link #read} runs on a virtual thread and may block.
 */
public interface InsertHandler {
    /** Name of the protocol in metrics and logs, such as {@code jsonline}. */
    String protocol();

    /** Exact paths that are served on the main listener. */
    List<String> paths();

    /** Exact paths that are served on the OTLP/HTTP listener (port 4318). */
    default List<String> otlpPaths() {
        return List.of();
    }

    /** Methods that are served; others are answered 405. OPTIONS is never an insert. */
    default List<String> methods() {
        return List.of("POST");
    }

    /**
     * What the request asks for. Called before the body is read.
     *
     * @throws BadRequestException if an argument is not of its form
     */
    default RequestOptions options(InsertRequest request) throws BadRequestException {
        return RequestOptions.parse(request);
    }

    /**
     * The encoding of a body whose request names none: {@code identity}, or {@code snappy} for what Loki and Prometheus
     * senders post.
     */
    default String defaultEncoding(InsertRequest request) {
        return "identity";
    }

    /** Whether bodies may go on for ever: they are parsed as they come, and only their ratio is bounded. */
    default boolean endless() {
        return false;
    }

    /**
     * Turns the body into rows.
     *
     * @param body decoded; its size is bounded, what is beyond the bound fails as an {@link IOException}
     * @throws BadRequestException if the body, or the rest of it, is not understood; rows handed on before are kept
     * @throws IOException from {@code body}
     */
    void read(InsertRequest request, InputStream body, FieldSink sink) throws BadRequestException, IOException;

    /** The answer in the protocol's own terms. */
    InsertResponse respond(InsertRequest request, InsertOutcome outcome);

    /**
     * The answer to a request that was refused because of its head (a bad argument or tenant); plain text by default, as
     * the reference answers.
     */
    default InsertResponse refuse(InsertRequest request, InsertOutcome.Failure failure) {
        return InsertResponse.of(failure.status(), InsertResponse.TEXT, failure.message() + "\n");
    }
}
