package dev.lanelog.indexer.replay;

/** A replay can't go on; the message is for the person who typed the command and names the remedy. */
public final class ReplayException extends Exception {
    private static final long serialVersionUID = 1;

    ReplayException(String message) {
        super(message);
    }

    ReplayException(String message, Throwable cause) {
        super(message, cause);
    }
}
