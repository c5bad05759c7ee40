package dev.lanelog.gateway.protocol.datadog;

import dev.lanelog.gateway.http.InsertRequest;
import dev.lanelog.gateway.row.FieldSink;
import dev.lanelog.gateway.row.Reason;
import dev.lanelog.gateway.row.RequestOptions;
import dev.lanelog.gateway.row.TimeParser;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Gives the flattened fields of an item the meaning that Datadog gives them, and hands them on:
 *
 * <ul>
 *   <li>{@code timestamp}: a whole number of milliseconds, or RFC 3339; 0 and less is none
 *   <li>{@code ddtags}: {@code name:value,...} become fields; a tag without a colon has the value {@code no_label_value}
 *   <li>{@code message}: the message. If it is an object, as serverless agents send, its own {@code message} is, and its
 *       other fields, those in {@code lambda} (some agents write {@code lamdba}) included, are fields of the row
 * </ul>
 */
final class ItemFields implements FieldSink {
    private static final byte[] MSG = bytes("_msg");
    private static final byte[] MESSAGE = bytes("message");
    private static final byte[] INSIDE = bytes("message.");
    private static final byte[] TAGS = bytes("ddtags");
    private static final byte[] TIME = bytes("timestamp");
    private static final byte[][] LAMBDA = {bytes("lambda."), bytes("lamdba.")};
    private static final byte[] NO_VALUE = bytes("no_label_value");
    private static final long MS = 1_000_000;

    private final FieldSink rows;
    private final RequestDefaults defaults;
    private boolean ownTime;
    private @Nullable Reason reason;
    private String detail = "";

    ItemFields(FieldSink rows, RequestDefaults defaults) {
        this.rows = rows;
        this.defaults = defaults;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public RequestOptions options() {
        return rows.options();
    }

    @Override
    public void startRow(long position) {
        rows.startRow(position);
        ownTime = false;
        reason = null;
        if (defaults.timeMs() > 0) {
            milliseconds(defaults.timeMs());
        }
        for (InsertRequest.Field field : defaults.fields()) {
            field(field.name(), field.value());
        }
    }

    @Override
    public void time(long timeNs) {
        rows.time(timeNs);
    }

    /** The text of the message. */
    void message(byte[] value, int off, int len) {
        rows.field(MSG, 0, MSG.length, value, off, len);
    }

    @Override
    public void field(byte[] name, int nameOff, int nameLen, byte[] value, int valueOff, int valueLen) {
        if (is(MESSAGE, name, nameOff, nameLen)) {
            message(value, valueOff, valueLen);
        } else if (is(TIME, name, nameOff, nameLen)) {
            ownTime |= timestamp(value, valueOff, valueLen);
        } else if (is(TAGS, name, nameOff, nameLen)) {
            tags(value, valueOff, valueLen);
        } else if (startsWith(INSIDE, name, nameOff, nameLen)) {
            inside(name, nameOff + INSIDE.length, nameLen - INSIDE.length, value, valueOff, valueLen);
        } else {
            rows.field(name, nameOff, nameLen, value, valueOff, valueLen);
        }
    }

    private void inside(byte[] name, int off, int len, byte[] value, int valueOff, int valueLen) {
        if (is(MESSAGE, name, off, len)) {
            message(value, valueOff, valueLen);
            return;
        }
        if (is(TIME, name, off, len)) {
            // The item's own time is the better one, wherever it stands.
            if (!ownTime) {
                timestamp(value, valueOff, valueLen);
            }
            return;
        }
        int skip = 0;
        for (byte[] prefix : LAMBDA) {
            if (startsWith(prefix, name, off, len)) {
                skip = prefix.length;
            }
        }
        if (len > skip) {
            rows.field(name, off + skip, len - skip, value, valueOff, valueLen);
        }
    }

    private boolean timestamp(byte[] text, int off, int len) {
        boolean negative = len > 0 && text[off] == '-';
        long ms = 0;
        for (int i = off + (negative ? 1 : 0); i < off + len; i++) {
            if (text[i] < '0' || text[i] > '9') {
                return rfc3339(text, off, len);
            }
            ms = Math.min(ms * 10 + (text[i] - '0'), Long.MAX_VALUE / 20);
        }
        return !negative && ms > 0 && milliseconds(ms);
    }

    private boolean rfc3339(byte[] text, int off, int len) {
        long time = len > 4 && text[off + 4] == '-' ? TimeParser.parse(text, off, len, false) : TimeParser.BAD;
        if (time == TimeParser.BAD || time == TimeParser.OUT_OF_RANGE) {
            problem(
                    Reason.BAD_TIMESTAMP,
                    "cannot parse the timestamp \"" + start(text, off, len)
                            + "\"; use whole milliseconds since 1970-01-01, or RFC 3339");
            return false;
        }
        rows.time(time);
        return true;
    }

    private boolean milliseconds(long ms) {
        if (ms > Long.MAX_VALUE / MS) {
            problem(Reason.TIMESTAMP_OUT_OF_RANGE, "a timestamp of " + ms + " ms is beyond the year 2262");
            return false;
        }
        rows.time(ms * MS);
        return true;
    }

    private void tags(byte[] text, int off, int len) {
        int end = off + len;
        if (len > 0 && text[off] == '[') {
            problem(Reason.BAD_SYNTAX, "ddtags must be text such as \"env:prod,team:core\", not an array");
            return;
        }
        for (int from = off; from < end; ) {
            int to = from;
            int colon = -1;
            while (to < end && text[to] != ',') {
                if (colon < 0 && text[to] == ':') {
                    colon = to;
                }
                to++;
            }
            if (colon > from) {
                rows.field(text, from, colon - from, text, colon + 1, to - colon - 1);
            } else if (colon < 0 && to > from) {
                rows.field(text, from, to - from, NO_VALUE, 0, NO_VALUE.length);
            }
            from = to + 1;
        }
    }

    private void problem(Reason why, String what) {
        if (reason == null) {
            reason = why;
            detail = what;
        }
    }

    private static String start(byte[] text, int off, int len) {
        return new String(text, off, Math.min(len, 100), StandardCharsets.UTF_8);
    }

    private static boolean is(byte[] word, byte[] text, int off, int len) {
        return Arrays.equals(word, 0, word.length, text, off, off + len);
    }

    private static boolean startsWith(byte[] word, byte[] text, int off, int len) {
        return len >= word.length && Arrays.equals(word, 0, word.length, text, off, off + word.length);
    }

    @Override
    public void streamField(byte[] name, int nameOff, int nameLen, byte[] value, int valueOff, int valueLen) {
        rows.streamField(name, nameOff, nameLen, value, valueOff, valueLen);
    }

    @Override
    public boolean endRow() {
        if (reason != null) {
            rows.rejectRow(reason, detail);
            return false;
        }
        return rows.endRow();
    }

    @Override
    public void rejectRow(Reason why, String what) {
        rows.rejectRow(why, what);
    }
}
