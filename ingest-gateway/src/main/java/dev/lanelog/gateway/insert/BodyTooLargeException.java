package dev.lanelog.gateway.insert;

import java.io.IOException;

/** A body beyond a bound: answered 413. */
public final class BodyTooLargeException extends IOException {
    private static final long serialVersionUID = 1;

    public BodyTooLargeException(String message) {
        super(message);
    }
}
