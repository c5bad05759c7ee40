package dev.lanelog.gateway.protocol.logfmt;

import dev.lanelog.gateway.json.JsonReader;
import dev.lanelog.gateway.json.JsonSyntaxException;
import dev.lanelog.gateway.row.FieldSink;
import dev.lanelog.gateway.row.Scratch;
import java.nio.charset.StandardCharsets;

/**
 * One line:
 *
 * <pre>
 *   Line   --> Pair (Blank+ Pair)*      Blank: space or tab
 *   Pair   --> Name "=" Value | Name
 *   Name   --> any bytes but Blank and "="; never unquoted
 *   Value  --> bytes without Blank | a string in quotes with the escapes of JSON
 * </pre>
 *
 * A name alone has an empty value, which is not stored. A line without any pair is a message as a whole.
 */
final class LogfmtLine {
    private static final byte[] MSG = "_msg".getBytes(StandardCharsets.US_ASCII);

    private final Scratch scratch = new Scratch();
    private final JsonReader reader = new JsonReader(scratch);

    /** Whether there is nothing but blanks. */
    static boolean blank(byte[] data, int from, int to) {
        return skipBlanks(data, from, to) == to;
    }

    private static int skipBlanks(byte[] data, int from, int to) {
        int p = from;
        while (p < to && isBlank(data[p])) {
            p++;
        }
        return p;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    /**
     * Hands the fields on; what is in {@code data} must stay until the row ends.
     *
     * @throws JsonSyntaxException if a value in quotes is not closed, or a name is missing
     */
    void read(byte[] data, int from, int to, FieldSink sink) throws JsonSyntaxException {
        boolean pairs = false;
        int p = skipBlanks(data, from, to);
        while (p < to) {
            int name = p;
            while (p < to && data[p] != '=' && !isBlank(data[p])) {
                p++;
            }
            if (p < to && data[p] == '=') {
                if (p == name) {
                    throw new JsonSyntaxException("expected a name before '=' at byte " + (p - from));
                }
                pairs = true;
                p = value(data, name, p, to, sink);
            }
            p = skipBlanks(data, p, to);
        }
        if (!pairs) {
            sink.field(MSG, 0, MSG.length, data, from, to - from);
        }
    }

    /** Takes the value behind the {@code =} at {@code equals} and returns where it ends. */
    private int value(byte[] data, int name, int equals, int to, FieldSink sink) throws JsonSyntaxException {
        int p = equals + 1;
        if (p < to && data[p] == '"') {
            reader.reset(data, p, to);
            reader.string();
            sink.field(data, name, equals - name, reader.text(), reader.textOff(), reader.textLen());
            return reader.position();
        }
        int value = p;
        while (p < to && !isBlank(data[p])) {
            p++;
        }
        sink.field(data, name, equals - name, data, value, p - value);
        return p;
    }

    /** Gives the room of the last row back. */
    void clear() {
        scratch.clear();
    }
}
