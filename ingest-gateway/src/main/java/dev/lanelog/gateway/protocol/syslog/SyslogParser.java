package dev.lanelog.gateway.protocol.syslog;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.lanelog.gateway.json.JsonFlattener;
import dev.lanelog.gateway.json.JsonSyntaxException;
import dev.lanelog.gateway.row.FieldSink;
import dev.lanelog.gateway.row.TimeParser;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns messages into rows: RFC 5424 where the priority is followed by {@code 1} and a blank, RFC 3164 otherwise; a message
 * may be CEF or CEE. What can't be understood is kept as text: a priority that is none and all behind it, structured data
 * that is broken and all behind it, a line without a valid time.
 *
 * <p>Reusable, not thread-safe.
 */
final class SyslogParser {
    private static final byte[] PRIORITY = ascii("priority");
    private static final byte[] FACILITY_KEYWORD = ascii("facility_keyword");
    private static final byte[] LEVEL = ascii("level");
    private static final byte[] FACILITY = ascii("facility");
    private static final byte[] SEVERITY = ascii("severity");
    private static final byte[] FORMAT = ascii("format");
    private static final byte[] RFC5424 = ascii("rfc5424");
    private static final byte[] RFC3164 = ascii("rfc3164");
    private static final byte[] TIMESTAMP = ascii("timestamp");
    private static final byte[] HOSTNAME = ascii("hostname");
    private static final byte[] APP_NAME = ascii("app_name");
    private static final byte[] PROC_ID = ascii("proc_id");
    private static final byte[] MSG_ID = ascii("msg_id");
    /** What follows the host name. */
    private static final byte[][] HEADER = {APP_NAME, PROC_ID, MSG_ID};

    private static final byte[] REMOTE_IP = ascii("remote_ip");
    private static final byte[] CEF = ascii("CEF:");
    private static final byte[] CEE = ascii("@cee:");
    private static final byte[] NO_NAME = {};

    private static final int MAX_PRIORITY_DIGITS = 18;

    private final Rfc3164Time times;
    private final boolean ownTime;
    private final JsonFlattener json;

    private byte[] in = {};
    private int pos;
    private int end;
    private boolean hasHostname;

    /**
     * @param zone of times that name none
     * @param ownTime whether the time of arrival counts; what a message says is then the field {@code timestamp}
     * @param maxNameBytes bytes of a field name
     */
    SyslogParser(InstantSource clock, ZoneId zone, boolean ownTime, int maxNameBytes) {
        this.times = new Rfc3164Time(clock, zone);
        this.ownTime = ownTime;
        this.json = new JsonFlattener(maxNameBytes, List.of());
    }

    /**
     * Makes a row of a message.
     *
     * @param position of the row, for {@link FieldSink#startRow}
     * @param remoteIp the sender's address, to be stored; null if it is not to be
     * @return whether the row was accepted
     */
    boolean row(byte[] message, long position, byte @Nullable [] remoteIp, FieldSink sink) {
        in = message;
        pos = 0;
        end = message.length;
        hasHostname = false;
        sink.startRow(position);
        priority(sink);
        if (startsWith("1 ")) {
            pos += 2;
            rfc5424(sink);
        } else if (pos < end) {
            rfc3164(sink);
        }
        if (remoteIp != null) {
            sink.field(REMOTE_IP, remoteIp);
            if (!hasHostname) {
                sink.field(HOSTNAME, remoteIp);
            }
        }
        boolean kept = sink.endRow();
        json.clear();
        return kept;
    }

    /** Reads {@code <priority>}, if the message begins with one; else nothing. */
    private void priority(FieldSink sink) {
        if (end == 0 || in[0] != '<') {
            return;
        }
        int close = 1;
        long value = 0;
        while (close < end && in[close] >= '0' && in[close] <= '9' && close <= MAX_PRIORITY_DIGITS) {
            value = value * 10 + in[close] - '0';
            close++;
        }
        boolean zeros = close > 2 && in[1] == '0';
        if (close == 1 || zeros || close == end || in[close] != '>') {
            return;
        }
        sink.field(PRIORITY, 0, PRIORITY.length, in, 1, close - 1);
        sink.field(FACILITY_KEYWORD, SyslogNames.facility(value / 8));
        sink.field(LEVEL, SyslogNames.level((int) (value % 8)));
        sink.field(FACILITY, ascii(Long.toString(value / 8)));
        sink.field(SEVERITY, ascii(Long.toString(value % 8)));
        pos = close + 1;
    }

    private void rfc5424(FieldSink sink) {
        sink.field(FORMAT, RFC5424);
        int time = pos;
        if (word()) {
            time(time, pos - time, sink);
        }
        if (!blank()) {
            return;
        }
        int host = pos;
        hasHostname = word();
        sink.field(HOSTNAME, 0, HOSTNAME.length, in, host, pos - host);
        for (byte[] name : HEADER) {
            if (!blank()) {
                return;
            }
            int from = pos;
            word();
            sink.field(name, 0, name.length, in, from, pos - from);
        }
        if (blank()) {
            structuredData(sink);
        }
    }

    /** Goes to the next blank or the end; false if there is nothing. */
    private boolean word() {
        int from = pos;
        while (pos < end && in[pos] != ' ') {
            pos++;
        }
        return pos > from;
    }

    private boolean blank() {
        if (pos < end && in[pos] == ' ') {
            pos++;
            return true;
        }
        return false;
    }

    private void time(int off, int len, FieldSink sink) {
        long time = TimeParser.parse(in, off, len, false);
        boolean none = time == TimeParser.BAD || time == TimeParser.OUT_OF_RANGE;
        if (ownTime || none) {
            sink.field(TIMESTAMP, 0, TIMESTAMP.length, in, off, len);
        } else if (time != TimeParser.NOW) {
            sink.time(time);
        }
    }

    private void structuredData(FieldSink sink) {
        if (pos < end && in[pos] == '-' && (pos + 1 == end || in[pos + 1] == ' ')) {
            pos++;
            if (blank()) {
                message(sink);
            }
            return;
        }
        if (startsWith(CEE)) {
            message(sink);
            return;
        }
        StructuredData data = new StructuredData(in, pos, end);
        int after = data.parse(sink);
        if (after < 0) {
            message(sink);
            return;
        }
        pos = after;
        if (blank()) {
            message(sink);
        }
    }

    private void rfc3164(FieldSink sink) {
        sink.field(FORMAT, RFC3164);
        if (!rfc3164Time(sink)) {
            message(sink);
            return;
        }
        if (!blank()) {
            message(sink);
            return;
        }
        // A word with a colon or a bracket is the tag of a message without a host name, as FreeBSD sends them.
        int from = pos;
        word();
        if (indexOfAny(from, pos, ":[") < 0) {
            hasHostname = pos > from;
            sink.field(HOSTNAME, 0, HOSTNAME.length, in, from, pos - from);
            if (!blank()) {
                return;
            }
            from = pos;
        }
        tag(from, sink);
    }

    private boolean rfc3164Time(FieldSink sink) {
        if (end - pos >= Rfc3164Time.LENGTH && in[pos + 10] == 'T') {
            int from = pos;
            word();
            long time = TimeParser.parse(in, from, pos - from, false);
            if (pos == end || time <= TimeParser.OUT_OF_RANGE) {
                pos = from;
                return false;
            }
            time(from, pos - from, sink);
            return true;
        }
        long seconds = times.seconds(in, pos, end);
        if (seconds == Rfc3164Time.NONE) {
            return false;
        }
        if (ownTime) {
            sink.field(TIMESTAMP, ascii(Instant.ofEpochSecond(seconds).toString()));
        } else {
            sink.time(seconds * 1_000_000_000L);
        }
        pos += Rfc3164Time.LENGTH;
        return true;
    }

    private void tag(int from, FieldSink sink) {
        int stop = indexOfAny(from, end, "[: ");
        if (stop < 0) {
            stop = end;
        }
        sink.field(APP_NAME, 0, APP_NAME.length, in, from, stop - from);
        pos = stop;
        if (pos < end && in[pos] == '[') {
            int close = indexOfAny(pos, end, "]");
            if (close < 0) {
                message(sink);
                return;
            }
            sink.field(PROC_ID, 0, PROC_ID.length, in, pos + 1, close - pos - 1);
            pos = close + 1;
        }
        if (pos < end && in[pos] == ':') {
            pos++;
        }
        blank();
        boolean cef = Arrays.equals(in, from, stop, CEF, 0, CEF.length - 1) && CefMessage.parse(in, pos, end, sink);
        if (!cef) {
            message(sink);
        }
    }

    /** All that is left: fields if it is CEF or CEE, text otherwise. */
    private void message(FieldSink sink) {
        if (startsWith(CEF) && CefMessage.parse(in, pos + CEF.length, end, sink)) {
            return;
        }
        if (startsWith(CEE) && cee(sink)) {
            return;
        }
        sink.field(NO_NAME, 0, 0, in, pos, end - pos);
    }

    private boolean cee(FieldSink sink) {
        try {
            json.row(in, pos + CEE.length, end, sink);
            return true;
        } catch (JsonSyntaxException e) {
            return false;
        }
    }

    private boolean startsWith(byte[] prefix) {
        return end - pos >= prefix.length && Arrays.equals(in, pos, pos + prefix.length, prefix, 0, prefix.length);
    }

    private boolean startsWith(String prefix) {
        for (int i = 0; i < prefix.length(); i++) {
            if (pos + i >= end || in[pos + i] != prefix.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private int indexOfAny(int from, int to, String chars) {
        for (int i = from; i < to; i++) {
            if (chars.indexOf(in[i]) >= 0) {
                return i;
            }
        }
        return -1;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(US_ASCII);
    }
}
