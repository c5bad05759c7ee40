package dev.lanelog.gateway.json;

/** Input that is not JSON; the message says what was expected and at which byte. */
public final class JsonSyntaxException extends Exception {
    private static final long serialVersionUID = 1;

    public JsonSyntaxException(String message) {
        super(message, null, false, false);
    }

    /** Never null, unlike {@link #getMessage}. */
    public String text() {
        String message = getMessage();
        return message == null ? "bad JSON" : message;
    }
}
