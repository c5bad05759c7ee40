package dev.lanelog.gateway.http;

import dev.lanelog.gateway.insert.InsertOutcome;
import dev.lanelog.gateway.row.Rejection;

/**
 * The outcome of an insert as JSON, for protocols that have no words of their own for it:
 *
 * <pre>
 *   {"status":"partial","accepted":2,"rejected":1,"errors":[{"position":2,"reason":"bad_syntax","error":"..."}]}
 *   {"status":"error","accepted":0,"rejected":0,"error":"kafka ...","errors":[]}
 * </pre>
 *
 * {@code accepted} rows are safe: they are the first ones of the request but for those rejected.
 */
public final class InsertReport {
    private InsertReport() {}

    /** The report, with a line end. */
    public static String json(InsertOutcome outcome) {
        InsertOutcome.Failure failure = outcome.failure();
        StringBuilder s = new StringBuilder(256);
        s.append("{\"status\":\"")
                .append(failure != null ? "error" : outcome.rejected() > 0 ? "partial" : "ok")
                .append("\",\"accepted\":")
                .append(outcome.kept())
                .append(",\"rejected\":")
                .append(outcome.rejected());
        if (failure != null) {
            s.append(",\"error\":");
            string(s, failure.message());
        }
        errors(s, outcome);
        return s.append("}\n").toString();
    }

    /** Appends the member {@code errors}, with a comma before it. */
    public static void errors(StringBuilder out, InsertOutcome outcome) {
        out.append(",\"errors\":[");
        boolean first = true;
        for (Rejection r : outcome.rejections()) {
            out.append(first ? "" : ",");
            first = false;
            out.append("{\"position\":").append(r.position()).append(",\"reason\":\"");
            out.append(r.reason().label()).append("\",\"error\":");
            string(out, r.detail());
            out.append('}');
        }
        out.append(']');
    }

    /** Appends a JSON string. */
    public static void string(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> out.append('\\').append(c);
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < 0x20 || Character.isSurrogate(c) && !paired(text, i)) {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }

    private static boolean paired(String text, int i) {
        char c = text.charAt(i);
        return Character.isHighSurrogate(c)
                ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
                : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
    }

    /**
     * The usual answer of protocols without one of their own: {@code clean} if all went well; 200 with the report if some
     * rows were rejected; 400 in plain text if none was kept; the failure's status otherwise, as a report if the sender
     * should try again.
     */
    public static InsertResponse usual(String protocol, InsertOutcome outcome, InsertResponse clean) {
        InsertOutcome.Failure failure = outcome.failure();
        if (failure != null && failure.retryable()) {
            return InsertResponse.of(failure.status(), InsertResponse.JSON, json(outcome))
                    .retryAfter(failure.retryAfterSeconds());
        }
        if (failure != null) {
            return InsertResponse.of(
                    failure.status(),
                    InsertResponse.TEXT,
                    "cannot process " + protocol + " request; error: " + failure.message() + "; rows kept: "
                            + outcome.kept() + "\n");
        }
        if (outcome.rejected() == 0) {
            return clean;
        }
        if (outcome.kept() > 0) {
            return InsertResponse.of(200, InsertResponse.JSON, json(outcome));
        }
        Rejection first = outcome.rejections().getFirst();
        return InsertResponse.of(
                400,
                InsertResponse.TEXT,
                "cannot process " + protocol + " request; error: " + first.detail() + " (row " + first.position()
                        + "; rows rejected: " + outcome.rejected() + ", rows kept: 0)\n");
    }
}
