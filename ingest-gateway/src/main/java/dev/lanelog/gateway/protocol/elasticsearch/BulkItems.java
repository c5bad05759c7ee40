package dev.lanelog.gateway.protocol.elasticsearch;

import dev.lanelog.gateway.http.InsertReport;
import dev.lanelog.gateway.insert.InsertOutcome;
import dev.lanelog.gateway.row.Rejection;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What became of each action of a bulk request: one item per action, in order, as clients count on. */
final class BulkItems {
    private static final byte ACCEPTED = 1;
    private static final byte REJECTED = 2;
    private static final byte NOT_READ = 3;
    private static final String STORED = "{\"create\":{\"status\":201}}";

    private final long started = System.nanoTime();
    private byte[] states = new byte[256];
    private int count;

    int count() {
        return count;
    }

    void accepted() {
        add(ACCEPTED);
    }

    void rejected() {
        add(REJECTED);
    }

    /** An action that came after the gateway had to stop. */
    void notRead() {
        add(NOT_READ);
    }

    private void add(byte state) {
        if (count == states.length) {
            states = Arrays.copyOf(states, count * 2);
        }
        states[count++] = state;
    }

    /** The answer; rows that Kafka did not take are to be sent again (429), rejected ones are not (400). */
    String json(InsertOutcome outcome) {
        Map<Long, Rejection> known = new HashMap<>();
        outcome.rejections().forEach(r -> known.put(r.position(), r));
        StringBuilder s = new StringBuilder(64 + count * (STORED.length() + 1));
        boolean errors = outcome.rejected() > 0 || outcome.failure() != null;
        s.append("{\"took\":").append((System.nanoTime() - started) / 1_000_000);
        s.append(",\"errors\":").append(errors).append(",\"items\":[");
        long kept = outcome.kept();
        for (int i = 0; i < count; i++) {
            s.append(i == 0 ? "" : ",");
            if (states[i] == REJECTED) {
                rejection(s, known.get(i + 1L));
            } else if (states[i] == ACCEPTED && kept > 0) {
                kept--;
                s.append(STORED);
            } else {
                retry(s, outcome.failure());
            }
        }
        return s.append("]}").toString();
    }

    private static void rejection(StringBuilder out, @Nullable Rejection rejection) {
        out.append("{\"create\":{\"status\":400,\"error\":{\"type\":\"mapper_parsing_exception\",\"reason\":");
        InsertReport.string(
                out,
                rejection == null
                        ? "rejected; lanelog_gateway_rows_dropped_total counts the reasons"
                        : rejection.detail());
        out.append("}}}");
    }

    private static void retry(StringBuilder out, InsertOutcome.@Nullable Failure failure) {
        boolean again = failure == null || failure.retryable();
        out.append("{\"create\":{\"status\":").append(again ? 429 : 400);
        out.append(",\"error\":{\"type\":\"")
                .append(again ? "es_rejected_execution_exception" : "illegal_argument_exception")
                .append("\",\"reason\":");
        InsertReport.string(out, failure == null ? "not stored" : failure.message());
        out.append("}}}");
    }
}
