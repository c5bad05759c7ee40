package dev.lanelog.gateway.row;

/** The request as a whole can't be served; the message is for the sender. No row of it is kept beyond this point. */
public final class BadRequestException extends Exception {
    private static final long serialVersionUID = 1;

    private final int status;

    /** An HTTP 400. */
    public BadRequestException(String message) {
        this(400, message);
    }

    /** @param status an HTTP status, 400 to 499 */
    public BadRequestException(int status, String message) {
        super(message);
        this.status = status;
    }

    public int status() {
        return status;
    }

    /** Never null, unlike {@link #getMessage}. */
    public String text() {
        String message = getMessage();
        return message == null ? "bad request" : message;
    }
}
