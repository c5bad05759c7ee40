package dev.lanelog.gateway.protocol.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.lanelog.gateway.insert.InsertOutcome;
import dev.lanelog.gateway.row.Rejection;
import java.io.ByteArrayOutputStream;

/**
 * The messages that answer an export, as protobuf and as JSON:
 *
 * <pre>
 *   ExportLogsServiceResponse --> partial_success (1) ?
 *   ExportLogsPartialSuccess  --> rejected_log_records (1), error_message (2)
 *   google.rpc.Status         --> code (1), message (2), details (3) *
 *   google.protobuf.Any       --> type_url (1), value (2)
 *   google.rpc.RetryInfo      --> retry_delay (1)
 *   google.protobuf.Duration  --> seconds (1)
 * </pre>
 */
final class OtlpReplies {
    /** Codes of {@code google.rpc.Code}. */
    static final int INVALID_ARGUMENT = 3;

    static final int RESOURCE_EXHAUSTED = 8;
    static final int INTERNAL = 13;
    static final int UNAVAILABLE = 14;

    private static final String RETRY_INFO = "type.googleapis.com/google.rpc.RetryInfo";
    private static final int MAX_MESSAGE = 1024;

    private OtlpReplies() {}

    /** The code that says what an HTTP status says. */
    static int code(int httpStatus) {
        return switch (httpStatus) {
            case 429 -> RESOURCE_EXHAUSTED;
            case 502, 503, 504, 507 -> UNAVAILABLE;
            default -> httpStatus < 500 ? INVALID_ARGUMENT : INTERNAL;
        };
    }

    /** One sentence on the rejected records. */
    static String rejections(InsertOutcome outcome) {
        StringBuilder text = new StringBuilder();
        text.append(outcome.rejected()).append(" of ").append(outcome.accepted() + outcome.rejected());
        text.append(" log records rejected");
        if (!outcome.rejections().isEmpty()) {
            Rejection first = outcome.rejections().getFirst();
            text.append("; first: record ")
                    .append(first.position())
                    .append(": ")
                    .append(first.detail());
        }
        return text.substring(0, Math.min(MAX_MESSAGE, text.length()));
    }

    /** A failure's sentence, with the number of records that need not be sent again. */
    static String failure(InsertOutcome outcome, InsertOutcome.Failure failure) {
        String kept = outcome.kept() == 0 ? "" : " (the first " + outcome.kept() + " accepted log records were stored)";
        return failure.message() + kept;
    }

    /** {@code ExportLogsServiceResponse}; empty bytes when nothing was rejected. */
    static byte[] response(InsertOutcome outcome) {
        if (outcome.rejected() == 0) {
            return new byte[0];
        }
        ByteArrayOutputStream partial = new ByteArrayOutputStream();
        number(partial, 1, outcome.rejected());
        bytes(partial, 2, rejections(outcome).getBytes(UTF_8));
        ByteArrayOutputStream response = new ByteArrayOutputStream();
        bytes(response, 1, partial.toByteArray());
        return response.toByteArray();
    }

    /** {@link #response} in JSON. */
    static String responseJson(InsertOutcome outcome) {
        if (outcome.rejected() == 0) {
            return "{}";
        }
        return "{\"partialSuccess\":{\"rejectedLogRecords\":\"" + outcome.rejected() + "\",\"errorMessage\":"
                + quote(rejections(outcome)) + "}}";
    }

    /**
     * {@code google.rpc.Status}.
     *
     * @param retryAfterSeconds for the sender; 0 if trying again would not help
     */
    static byte[] status(int code, String message, int retryAfterSeconds) {
        ByteArrayOutputStream status = new ByteArrayOutputStream();
        number(status, 1, code);
        bytes(status, 2, message.getBytes(UTF_8));
        if (retryAfterSeconds > 0) {
            ByteArrayOutputStream delay = new ByteArrayOutputStream();
            number(delay, 1, retryAfterSeconds);
            ByteArrayOutputStream info = new ByteArrayOutputStream();
            bytes(info, 1, delay.toByteArray());
            ByteArrayOutputStream any = new ByteArrayOutputStream();
            bytes(any, 1, RETRY_INFO.getBytes(UTF_8));
            bytes(any, 2, info.toByteArray());
            bytes(status, 3, any.toByteArray());
        }
        return status.toByteArray();
    }

    /** {@link #status} in JSON. */
    static String statusJson(int code, String message, int retryAfterSeconds) {
        String details = retryAfterSeconds > 0
                ? ",\"details\":[{\"@type\":\"" + RETRY_INFO + "\",\"retryDelay\":\"" + retryAfterSeconds + "s\"}]"
                : "";
        return "{\"code\":" + code + ",\"message\":" + quote(message) + details + "}";
    }

    private static void number(ByteArrayOutputStream out, int field, long value) {
        varint(out, field << 3);
        varint(out, value);
    }

    private static void bytes(ByteArrayOutputStream out, int field, byte[] value) {
        varint(out, field << 3 | ProtoCursor.BYTES);
        varint(out, value.length);
        out.writeBytes(value);
    }

    private static void varint(ByteArrayOutputStream out, long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            out.write((int) rest & 0x7f | 0x80);
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    private static String quote(String text) {
        StringBuilder json = new StringBuilder(text.length() + 16).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < 0x20 || Character.isSurrogate(c)) {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        return json.append('"').toString();
    }
}
