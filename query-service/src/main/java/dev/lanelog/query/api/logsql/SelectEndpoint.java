package dev.lanelog.query.api.logsql;

import java.io.IOException;

/** One path below {@code /select/}. Stateless; called on the driver thread of each request. */
public interface SelectEndpoint {
    /** The path it answers, exactly. */
    String path();

    /** How its errors are written. */
    default ErrorFormat errorFormat() {
        return ErrorFormat.TEXT;
    }

    /** Whether a call runs until the client leaves, so that it counts as a tail and not as a query. */
    default boolean endless() {
        return false;
    }

    /**
     * Answers a request.
     *
     * @throws ApiException when the request is wrong or can't be answered
     * @throws IOException when rows can't be read or the client is gone
     */
    void handle(SelectRequest request, SelectResponse response) throws IOException, InterruptedException;

    /** How an endpoint writes errors. */
    enum ErrorFormat {
        /** A line of text. */
        TEXT,
        /** Prometheus' JSON; what would be status 400 is 422. */
        PROMETHEUS
    }
}
