package dev.lanelog.query.engine;

/** Why a query ended without an answer. The message is meant for the one who asked. */
public abstract sealed class QueryException extends RuntimeException
        permits QueryCancelledException, QueryTimeoutException, QueryMemoryException, UnsupportedQueryException {
    private static final long serialVersionUID = 1L;

    QueryException(String message) {
        super(message);
    }
}
