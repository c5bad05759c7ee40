package dev.lanelog.query.engine;

/** The query was cancelled by whoever ran it, mostly because the client is gone. */
public final class QueryCancelledException extends QueryException {
    private static final long serialVersionUID = 1L;

    public QueryCancelledException(String message) {
        super(message);
    }
}
