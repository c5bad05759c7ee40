package dev.lanelog.proto.launch;

/** A process can't start; the message is written for the person who typed the command and names the remedy. */
public final class StartException extends Exception {
    private static final long serialVersionUID = 1;

    public StartException(String message) {
        super(message);
    }

    public StartException(String message, Throwable cause) {
        super(message, cause);
    }
}
