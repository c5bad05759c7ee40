package dev.lanelog.query.api.logsql;

/** An answer that is an error: its status and the text for the one who asked. */
public final class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    public ApiException(int status, String message) {
        super(message);
        this.status = status;
    }

    public ApiException(int status, String message, Throwable cause) {
        super(message, cause);
        this.status = status;
    }

    /** A request that can't be understood. */
    static ApiException badRequest(String message) {
        return new ApiException(400, message);
    }

    public int status() {
        return status;
    }

    /** The text, never null. */
    String text() {
        return String.valueOf(getMessage());
    }
}
