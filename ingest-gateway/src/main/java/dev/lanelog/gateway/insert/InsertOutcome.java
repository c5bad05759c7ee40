package dev.lanelog.gateway.insert;

import dev.lanelog.gateway.row.Rejection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of the rows of one insert.
 *
 * @param kept rows that Kafka has acknowledged: the first {@code kept} of the accepted rows
 * @param accepted rows that no rule rejected; more than {@code kept} only if there is a failure
 * @param rejected rows that a rule rejected
 * @param rejections the first of them, in their order
 * @param failure why the rest of the request was not taken; null if it was
 */
public record InsertOutcome(
        long kept,
        long accepted,
        long rejected,
        List<Rejection> rejections,
        @Nullable Failure failure) {

    /**
     * Why a request was not taken whole.
     *
     * @param status the HTTP status that says so: 400, 413, 415 for what the sender must change, 429 and 503 for what it
     *     should send again later
     * @param message for the sender
     * @param retryAfterSeconds when to try again; 0 if that would not help
     */
    public record Failure(int status, String message, int retryAfterSeconds) {
        /** True when sending the rest again later may succeed. */
        public boolean retryable() {
            return retryAfterSeconds > 0;
        }
    }

    /** Nothing went wrong, neither with the request nor with any row. */
    public boolean clean() {
        return failure == null && rejected == 0;
    }
}
