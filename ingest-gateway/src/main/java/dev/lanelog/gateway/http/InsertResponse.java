package dev.lanelog.gateway.http;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An answer to an insert.
 *
 * @param contentType null for no such header
 * @param headers further ones
 */
public record InsertResponse(int status, @Nullable String contentType, byte[] body, Map<String, String> headers) {
    public static final String JSON = "application/json";
    public static final String TEXT = "text/plain; charset=utf-8";

    /** An answer with text as its body. */
    public static InsertResponse of(int status, @Nullable String contentType, String body) {
        return new InsertResponse(status, contentType, body.getBytes(StandardCharsets.UTF_8), Map.of());
    }

    /** The same with {@code Retry-After}. */
    public InsertResponse retryAfter(int seconds) {
        return seconds <= 0
                ? this
                : new InsertResponse(status, contentType, body, Map.of("Retry-After", Integer.toString(seconds)));
    }
}
