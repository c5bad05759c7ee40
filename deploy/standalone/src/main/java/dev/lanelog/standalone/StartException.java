package dev.lanelog.standalone;

/** Standalone can't start; the message is written for the person who typed the command and names the remedy. */
final class StartException extends Exception {
    private static final long serialVersionUID = 1;

    StartException(String message) {
        super(message);
    }

    StartException(String message, Throwable cause) {
        super(message, cause);
    }
}
