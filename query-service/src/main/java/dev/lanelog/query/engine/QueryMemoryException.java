package dev.lanelog.query.engine;

/** The query needs more memory than its budget. The message names the pipe and what to do. */
public final class QueryMemoryException extends QueryException {
    private static final long serialVersionUID = 1L;

    public QueryMemoryException(String message) {
        super(message);
    }
}
