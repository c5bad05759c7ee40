package dev.lanelog.gateway.protocol.otlp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.lanelog.gateway.row.FieldSink;
import dev.lanelog.gateway.row.Reason;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Walks the bytes of an {@code ExportLogsServiceRequest} and makes each log record a row of a {@link FieldSink}, without
 * objects for the messages. The part of <a href="https://github.com/open-telemetry/opentelemetry-proto">the
 * protocol</a> that is read:
 *
 * <pre>
 *   ExportLogsServiceRequest --> resource_logs (1) *
 *   ResourceLogs             --> resource (1) ?, scope_logs (2) *
 *   Resource                 --> attributes (1) *
 *   ScopeLogs                --> scope (1) ?, log_records (2) *
 *   InstrumentationScope     --> name (1) ?, version (2) ?, attributes (3) *
 *   LogRecord                --> time_unix_nano (1), severity_number (2), severity_text (3), body (5), attributes (6) *,
 *                                flags (8), trace_id (9), span_id (10), observed_time_unix_nano (11), event_name (12)
 * </pre>
 *
 * <p>Attributes of the resource and the event's name are the stream of a row. Of fields with one name the last counts, but
 * of messages the first: a body beats an attribute called {@code _msg}.
 *
 * <p>A record that can't be read costs itself only; where a message's framing is lost, the rest of that message counts as
 * one rejected record. Reusable, not thread-safe.
 */
final class LogsDecoder {
    private static final byte[] SCOPE_NAME = "scope.name".getBytes(US_ASCII);
    private static final byte[] SCOPE_VERSION = "scope.version".getBytes(US_ASCII);
    private static final byte[] SCOPE_ATTRIBUTES = "scope.attributes".getBytes(US_ASCII);
    private static final byte[] UNKNOWN = "unknown".getBytes(US_ASCII);
    private static final byte[] SEVERITY_NUMBER = "severity_number".getBytes(US_ASCII);
    private static final byte[] SEVERITY_TEXT = "severity_text".getBytes(US_ASCII);
    private static final byte[] TRACE_ID = "trace_id".getBytes(US_ASCII);
    private static final byte[] SPAN_ID = "span_id".getBytes(US_ASCII);
    private static final byte[] FLAGS = "flags".getBytes(US_ASCII);
    private static final byte[] EVENT_NAME = "event_name".getBytes(US_ASCII);
    private static final byte[] MSG = "_msg".getBytes(US_ASCII);
    private static final byte[] NO_PREFIX = {};

    private final ProtoCursor in = new ProtoCursor();
    private final RecordFields fields = new RecordFields();
    private final AnyValueDecoder values = new AnyValueDecoder(in, fields);

    /** Records seen so far, as the sender counts them: from 1. */
    private long position;

    private long accepted;
    private @Nullable String fault;
    private SkippedRecords skipped = SkippedRecords.NONE;

    /** Where the name of the record's event is; a length of 0 means none. */
    private int eventOff;

    private int eventLen;

    /**
     * Decodes a whole request.
     *
     * @param leftOut records that the bytes lack because they were rejected before
     * @return what is wrong with the first bytes that are not what they should be, null if all are; rejected rows say so
     *     as well
     */
    @Nullable String decode(byte[] bytes, int off, int len, SkippedRecords leftOut, FieldSink sink) {
        position = 0;
        accepted = 0;
        fault = null;
        skipped = leftOut;
        in.reset(bytes, off, len);
        try {
            while (in.hasMore()) {
                int tag = in.tag();
                if (tag >>> 3 == 1) {
                    in.expect(tag, ProtoCursor.BYTES, "resource_logs");
                    int outer = in.enter();
                    resourceLogs(sink);
                    in.leave(outer);
                } else {
                    in.skip(tag);
                }
            }
            rejectSkipped(sink);
        } catch (MalformedOtlpException e) {
            unreadable("request", e, sink);
        } finally {
            fields.clear();
            in.reset(NO_PREFIX, 0, 0);
        }
        return fault;
    }

    /** Records of the last request that the sink accepted. */
    long accepted() {
        return accepted;
    }

    private void resourceLogs(FieldSink sink) {
        int start = in.pos;
        int end = in.limit;
        values.reset();
        try {
            // The resource may follow its records, which need it.
            while (seek(1)) {
                int outer = in.enter();
                attributes(1, NO_PREFIX);
                in.leave(outer);
            }
            in.pos = start;
            while (in.hasMore()) {
                int tag = in.tag();
                if (tag >>> 3 == 2) {
                    in.expect(tag, ProtoCursor.BYTES, "ResourceLogs.scope_logs");
                    int outer = in.enter();
                    scopeLogs(sink);
                    in.leave(outer);
                } else {
                    in.skip(tag);
                }
            }
        } catch (MalformedOtlpException e) {
            unreadable("resource_logs", e, sink);
        }
        in.limit = end;
        fields.release(0);
    }

    /**
     * Goes to the next message of that field number. A fault on the way ends the search: the pass over the records meets it
     * again and reports it, after it has taken what comes before.
     */
    private boolean seek(int fieldNumber) {
        try {
            while (in.hasMore()) {
                int tag = in.tag();
                if (tag == (fieldNumber << 3 | ProtoCursor.BYTES)) {
                    return true;
                }
                in.skip(tag);
            }
        } catch (MalformedOtlpException e) {
            return false;
        }
        return false;
    }

    /** Reads the {@code KeyValue}s that a message holds under a field number. */
    private void attributes(int fieldNumber, byte[] prefix) throws MalformedOtlpException {
        while (in.hasMore()) {
            int tag = in.tag();
            if (tag >>> 3 == fieldNumber) {
                in.expect(tag, ProtoCursor.BYTES, "attributes");
                int outer = in.enter();
                values.keyValue(prefix, 0, prefix.length);
                in.leave(outer);
            } else {
                in.skip(tag);
            }
        }
    }

    private void scopeLogs(FieldSink sink) {
        int start = in.pos;
        int end = in.limit;
        long mark = fields.mark();
        int resourceFields = fields.size();
        values.reset();
        try {
            while (seek(1)) {
                int outer = in.enter();
                scope();
                in.leave(outer);
            }
            in.pos = start;
            while (in.hasMore()) {
                int tag = in.tag();
                if (tag >>> 3 == 2) {
                    in.expect(tag, ProtoCursor.BYTES, "ScopeLogs.log_records");
                    int outer = in.enter();
                    record(resourceFields, sink);
                    in.leave(outer);
                } else {
                    in.skip(tag);
                }
            }
        } catch (MalformedOtlpException e) {
            unreadable("scope_logs", e, sink);
        }
        in.limit = end;
        fields.release(mark);
    }

    private void scope() throws MalformedOtlpException {
        int start = in.pos;
        boolean named = false;
        boolean versioned = false;
        while (in.hasMore()) {
            int tag = in.tag();
            switch (tag >>> 3) {
                case 1 -> {
                    in.expect(tag, ProtoCursor.BYTES, "InstrumentationScope.name");
                    text(SCOPE_NAME);
                    named = true;
                }
                case 2 -> {
                    in.expect(tag, ProtoCursor.BYTES, "InstrumentationScope.version");
                    text(SCOPE_VERSION);
                    versioned = true;
                }
                default -> in.skip(tag);
            }
        }
        if (!named) {
            fields.add(SCOPE_NAME, UNKNOWN);
        }
        if (!versioned) {
            fields.add(SCOPE_VERSION, UNKNOWN);
        }
        in.pos = start;
        attributes(3, SCOPE_ATTRIBUTES);
    }

    private void text(byte[] name) throws MalformedOtlpException {
        int length = in.length();
        fields.add(name, 0, name.length, in.buf, in.pos, length);
        in.pos += length;
    }

    private void record(int resourceFields, FieldSink sink) {
        int end = in.limit;
        long mark = fields.mark();
        values.reset();
        rejectSkipped(sink);
        position++;
        try {
            long time = readRecord();
            if (time < 0) {
                reject(
                        Reason.TIMESTAMP_OUT_OF_RANGE,
                        "the time " + Long.toUnsignedString(time) + " ns is past the year 2262",
                        sink);
            } else {
                emit(time, resourceFields, sink);
            }
        } catch (MalformedOtlpException e) {
            malformed(e.reason(), e, sink);
        }
        in.limit = end;
        fields.release(mark);
    }

    /** Reads the fields of a record; the result is its time in ns since 1970, unsigned, 0 if it has none. */
    private long readRecord() throws MalformedOtlpException {
        long time = 0;
        long observed = 0;
        int severity = 0;
        boolean severityText = false;
        int flags = 0;
        eventLen = 0;
        while (in.hasMore()) {
            int tag = in.tag();
            switch (tag >>> 3) {
                case 1 -> {
                    in.expect(tag, ProtoCursor.FIXED64, "LogRecord.time_unix_nano");
                    time = in.fixed64();
                }
                case 2 -> {
                    in.expect(tag, ProtoCursor.VARINT, "LogRecord.severity_number");
                    severity = (int) in.varint();
                }
                case 3 -> {
                    in.expect(tag, ProtoCursor.BYTES, "LogRecord.severity_text");
                    int before = fields.size();
                    text(SEVERITY_TEXT);
                    severityText = fields.size() > before;
                }
                case 5 -> {
                    in.expect(tag, ProtoCursor.BYTES, "LogRecord.body");
                    int outer = in.enter();
                    values.value(NO_PREFIX, 0, 0);
                    in.leave(outer);
                }
                case 6 -> {
                    in.expect(tag, ProtoCursor.BYTES, "LogRecord.attributes");
                    int outer = in.enter();
                    values.keyValue(NO_PREFIX, 0, 0);
                    in.leave(outer);
                }
                case 8 -> {
                    in.expect(tag, ProtoCursor.FIXED32, "LogRecord.flags");
                    flags = in.fixed32();
                }
                case 9 -> {
                    in.expect(tag, ProtoCursor.BYTES, "LogRecord.trace_id");
                    id(TRACE_ID);
                }
                case 10 -> {
                    in.expect(tag, ProtoCursor.BYTES, "LogRecord.span_id");
                    id(SPAN_ID);
                }
                case 11 -> {
                    in.expect(tag, ProtoCursor.FIXED64, "LogRecord.observed_time_unix_nano");
                    observed = in.fixed64();
                }
                case 12 -> {
                    in.expect(tag, ProtoCursor.BYTES, "LogRecord.event_name");
                    eventLen = in.length();
                    eventOff = in.pos;
                    in.pos += eventLen;
                }
                default -> in.skip(tag);
            }
        }
        int written = fields.written();
        fields.writeLong(severity);
        fields.addWritten(SEVERITY_NUMBER, written);
        if (!severityText) {
            fields.add(SEVERITY_TEXT, Severity.text(severity));
        }
        if (flags != 0) {
            written = fields.written();
            fields.writeLong(flags & 0xffff_ffffL);
            fields.addWritten(FLAGS, written);
        }
        return time != 0 ? time : observed;
    }

    private void emit(long time, int resourceFields, FieldSink sink) {
        sink.startRow(position);
        if (time != 0) {
            sink.time(time);
        }
        int i = 0;
        for (; i < resourceFields; i++) {
            sink.streamField(
                    fields.nameBuf(i),
                    fields.nameOff(i),
                    fields.nameLen(i),
                    fields.valueBuf(i),
                    fields.valueOff(i),
                    fields.valueLen(i));
        }
        if (eventLen > 0) {
            sink.streamField(EVENT_NAME, 0, EVENT_NAME.length, in.buf, eventOff, eventLen);
        }
        boolean hasMessage = false;
        for (; i < fields.size(); i++) {
            byte[] name = fields.nameBuf(i);
            int nameOff = fields.nameOff(i);
            int nameLen = fields.nameLen(i);
            if (nameLen == 0
                    || nameLen == MSG.length && Arrays.equals(name, nameOff, nameOff + nameLen, MSG, 0, nameLen)) {
                if (hasMessage) {
                    continue;
                }
                hasMessage = true;
            }
            sink.field(name, nameOff, nameLen, fields.valueBuf(i), fields.valueOff(i), fields.valueLen(i));
        }
        if (sink.endRow()) {
            accepted++;
        }
    }

    private void id(byte[] name) throws MalformedOtlpException {
        int length = in.length();
        int start = fields.written();
        fields.writeHex(in.buf, in.pos, length);
        in.pos += length;
        fields.addWritten(name, start);
    }

    /** Counts the records that come before the next one and are not in the bytes any more. */
    private void rejectSkipped(FieldSink sink) {
        while (skipped.contains(position + 1)) {
            position++;
            reject(Reason.BAD_SYNTAX, skipped.reason(position), sink);
        }
    }

    private void unreadable(String message, MalformedOtlpException e, FieldSink sink) {
        position++;
        malformed("the rest of " + message + " can't be read: " + e.reason(), e, sink);
    }

    private void malformed(String detail, MalformedOtlpException e, FieldSink sink) {
        if (fault == null && !e.isOverLimit()) {
            fault = detail;
        }
        reject(e.isOverLimit() ? Reason.TOO_MANY_FIELDS : Reason.BAD_SYNTAX, detail, sink);
    }

    private void reject(Reason reason, String detail, FieldSink sink) {
        sink.startRow(position);
        sink.rejectRow(reason, detail);
    }
}
