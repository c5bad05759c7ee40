package dev.lanelog.gateway.row;

/**
 * Rows can't be passed on any more: Kafka does not take them, or the gateway has no room. Thrown through parsers, which
 * must not catch it; the outcome of the request says how many rows were kept.
 */
public final class IngestAbortedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public IngestAbortedException(String message, Throwable cause) {
        super(message, cause);
    }

    public IngestAbortedException(String message) {
        super(message);
    }
}
