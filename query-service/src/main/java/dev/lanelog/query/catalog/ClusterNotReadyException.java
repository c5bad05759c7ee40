package dev.lanelog.query.catalog;

/** The catalog has not been read to its end yet, so nothing is known about what is live. The request may be repeated. */
public final class ClusterNotReadyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ClusterNotReadyException(String message) {
        super(message);
    }
}
