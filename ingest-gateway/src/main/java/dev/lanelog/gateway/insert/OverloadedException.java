package dev.lanelog.gateway.insert;

import java.io.IOException;

/** The gateway has no room for (more of) a request: answered 429 with {@code Retry-After}. */
public final class OverloadedException extends IOException {
    private static final long serialVersionUID = 1;

    public OverloadedException(String message) {
        super(message);
    }
}
