package dev.lanelog.query.engine;

/** The query took longer than it may. The message says how long that is. */
public final class QueryTimeoutException extends QueryException {
    private static final long serialVersionUID = 1L;

    public QueryTimeoutException(String message) {
        super(message);
    }
}
