package dev.lanelog.gateway.protocol.splunk;

import dev.lanelog.gateway.http.InsertReport;
import dev.lanelog.gateway.http.InsertResponse;
import dev.lanelog.gateway.insert.InsertOutcome;
import dev.lanelog.gateway.row.Rejection;
import java.util.ArrayList;
import java.util.List;

/**
 * Answers in the words of the collector: {@code {"text":"Success","code":0}}. When something was wrong the text says what,
 * and {@code accepted}, {@code rejected} and {@code errors} are those of {@link InsertReport}; {@code invalid-event-number}
 * counts from 0, as Splunk does. See the <a
 * href="https://docs.splunk.com/Documentation/Splunk/latest/Data/TroubleshootHTTPEventCollector">codes</a>.
 */
final class HecReplies {
    private static final String ROOT = "/services/collector";
    private static final int BAD_DATA = 6;
    private static final int BUSY = 9;

    private HecReplies() {}

    /** Paths below both roots. */
    static List<String> paths(String... endings) {
        List<String> paths = new ArrayList<>();
        for (String ending : endings) {
            paths.add(ROOT + ending);
            paths.add("/insert/splunk" + ROOT + ending);
        }
        return List.copyOf(paths);
    }

    /** @param read events that were looked at, the one that broke the request included; 0 if that can't be said */
    static InsertResponse of(InsertOutcome outcome, long read) {
        InsertOutcome.Failure failure = outcome.failure();
        if (failure != null && failure.retryable()) {
            return InsertResponse.of(
                            failure.status(),
                            InsertResponse.JSON,
                            detailed("Server is busy: " + failure.message(), BUSY, -1, outcome))
                    .retryAfter(failure.retryAfterSeconds());
        }
        if (failure != null) {
            return InsertResponse.of(
                    failure.status(),
                    InsertResponse.JSON,
                    detailed("Invalid data format: " + failure.message(), BAD_DATA, read - 1, outcome));
        }
        if (outcome.rejected() == 0) {
            return InsertResponse.of(200, InsertResponse.JSON, simple("Success", 0));
        }
        if (outcome.kept() > 0) {
            return InsertResponse.of(200, InsertResponse.JSON, detailed("Success", 0, -1, outcome));
        }
        Rejection first = outcome.rejections().getFirst();
        return InsertResponse.of(
                400,
                InsertResponse.JSON,
                detailed("Invalid data format: " + first.detail(), BAD_DATA, first.position() - 1, outcome));
    }

    static String simple(String text, int code) {
        return "{\"text\":\"" + text + "\",\"code\":" + code + "}";
    }

    private static String detailed(String text, int code, long event, InsertOutcome outcome) {
        StringBuilder s = new StringBuilder(256).append("{\"text\":");
        InsertReport.string(s, text);
        s.append(",\"code\":").append(code);
        if (event >= 0) {
            s.append(",\"invalid-event-number\":").append(event);
        }
        s.append(",\"accepted\":").append(outcome.kept());
        s.append(",\"rejected\":").append(outcome.rejected());
        InsertReport.errors(s, outcome);
        return s.append("}\n").toString();
    }
}
