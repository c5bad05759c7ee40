package dev.lanelog.query.engine;

/** The query asks for something that this engine can't do; a request error, like a syntax error. */
public final class UnsupportedQueryException extends QueryException {
    private static final long serialVersionUID = 1L;

    public UnsupportedQueryException(String message) {
        super(message);
    }
}
