package dev.lanelog.gateway.protocol.loki;

import dev.lanelog.gateway.json.JsonFlattener;
import dev.lanelog.gateway.json.JsonSyntaxException;
import dev.lanelog.gateway.row.FieldSink;
import dev.lanelog.gateway.row.Reason;
import dev.lanelog.gateway.row.TimeParser;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The entries of a push request, from either form, as rows. Structured metadata comes before {@link #end}. */
final class Entries {
    private static final byte[] MSG = "_msg".getBytes(StandardCharsets.US_ASCII);

    private record Label(byte[] name, byte[] value) {}

    private final FieldSink sink;
    private final MessageParsing parsing;
    private final JsonFlattener json;
    private final List<Label> labels = new ArrayList<>();
    private long position;
    private boolean badTime;

    Entries(FieldSink sink, MessageParsing parsing, int maxName) {
        this.sink = sink;
        this.parsing = parsing;
        this.json = new JsonFlattener(maxName, sink.options().preserveJsonKeys());
    }

    /** A new stream: its labels follow. */
    void startStream() {
        labels.clear();
    }

    /** Kept by reference for the entries of the stream. A name given twice: the last value counts. */
    void label(byte[] name, byte[] value) {
        labels.add(new Label(name, value));
    }

    void start() {
        position++;
        badTime = false;
        sink.startRow(position);
        for (Label label : labels) {
            sink.streamField(label.name(), label.value());
        }
    }

    /** The time as text: a unix time in any unit. */
    void time(byte[] text, int off, int len) {
        long ns = len > 4 && text[off + 4] == '-' ? TimeParser.BAD : TimeParser.parse(text, off, len, false);
        if (ns == TimeParser.BAD || ns == TimeParser.OUT_OF_RANGE) {
            badTime = true;
        } else {
            time(ns);
        }
    }

    /** The time in nanoseconds; {@link TimeParser#NOW} and 0 mean the time of arrival. */
    void time(long ns) {
        sink.time(ns == 0 ? TimeParser.NOW : ns);
    }

    void metadata(byte[] name, int nameOff, int nameLen, byte[] value, int off, int len) {
        sink.field(name, nameOff, nameLen, value, off, len);
    }

    void message(byte[] line, int off, int len) {
        int from = off;
        int to = off + len;
        while (from < to && line[from] <= ' ' && line[from] >= 0) {
            from++;
        }
        while (to > from && line[to - 1] <= ' ' && line[to - 1] >= 0) {
            to--;
        }
        if (!parsing.off() && to - from >= 2 && line[from] == '{' && line[to - 1] == '}') {
            try {
                json.row(line, from, to, parsing.prefix(), sink);
                return;
            } catch (JsonSyntaxException noJson) {
                // It only looked like an object: then it is a message like any other.
                json.clear();
            }
        }
        sink.field(MSG, 0, MSG.length, line, off, len);
    }

    void end() {
        if (badTime) {
            sink.rejectRow(Reason.BAD_TIMESTAMP, "the time of an entry must be a unix time, in nanoseconds at best");
        } else {
            sink.endRow();
        }
        json.clear();
    }
}
