package dev.lanelog.query.api.logsql;

import dev.lanelog.columnar.group.Tenant;
import dev.lanelog.query.engine.Cancellation;
import java.util.function.UnaryOperator;

/**
 * A request as an endpoint sees it.
 *
 * @param path of the endpoint
 * @param args of URL and form
 * @param headers gives a header's value by name (case does not matter), or null
 * @param head whether only the headers of the answer are wanted
 * @param receivedNs when it came, nanoseconds since the epoch: what relative times count from
 * @param startedNs the same moment on the monotonic clock
 * @param cancellation set when the client is gone or the process stops
 */
public record SelectRequest(
        String path,
        RequestArgs args,
        UnaryOperator<@org.jspecify.annotations.Nullable String> headers,
        boolean head,
        long receivedNs,
        long startedNs,
        Cancellation cancellation) {

    /**
     * The tenant of the headers {@code AccountID} and {@code ProjectID}; an absent or empty one means 0.
     *
     * @throws ApiException 400 when one is not an unsigned 32-bit number
     */
    Tenant tenant() {
        return new Tenant(number("AccountID"), number("ProjectID"));
    }

    private int number(String header) {
        String text = headers.apply(header);
        return text == null || text.isEmpty() ? 0 : GoSyntax.uint32(text);
    }
}
