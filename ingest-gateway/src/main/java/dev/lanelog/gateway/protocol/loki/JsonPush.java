package dev.lanelog.gateway.protocol.loki;

import dev.lanelog.gateway.json.JsonReader;
import dev.lanelog.gateway.json.JsonSyntaxException;
import dev.lanelog.gateway.row.BadRequestException;
import dev.lanelog.gateway.row.Scratch;
import java.util.Arrays;

/**
 * The JSON form:
 *
 * <pre>
 *   {"streams": [{"stream": {name: value, ...}, "values": [[time, line, {name: value, ...}?], ...]}, ...]}
 * </pre>
 */
final class JsonPush {
    private final Entries entries;
    private final Scratch scratch = new Scratch();
    private final JsonReader reader = new JsonReader(scratch);

    JsonPush(Entries entries) {
        this.entries = entries;
    }

    void read(byte[] body) throws BadRequestException {
        reader.reset(body, 0, body.length);
        try {
            boolean seen = false;
            reader.expect('{');
            for (boolean more = !reader.next('}'); more; more = more()) {
                if (name("streams")) {
                    seen = true;
                    reader.expect('[');
                    for (boolean next = !reader.next(']'); next; next = nextItem()) {
                        stream();
                    }
                } else {
                    reader.skip();
                }
            }
            if (!seen) {
                throw new BadRequestException("missing `streams` item in the parsed JSON");
            }
            if (reader.peek() >= 0) {
                throw reader.error("expected nothing after the object");
            }
        } catch (JsonSyntaxException e) {
            throw new BadRequestException("cannot parse JSON: " + e.text());
        }
    }

    /** After a member of an object: whether another follows. */
    private boolean more() throws JsonSyntaxException {
        if (reader.next(',')) {
            return true;
        }
        reader.expect('}');
        return false;
    }

    private boolean nextItem() throws JsonSyntaxException {
        if (reader.next(',')) {
            return true;
        }
        reader.expect(']');
        return false;
    }

    /** Consumes a member's name and colon; whether it is {@code wanted}. */
    private boolean name(String wanted) throws JsonSyntaxException {
        reader.string();
        boolean same = reader.textLen() == wanted.length();
        for (int i = 0; same && i < wanted.length(); i++) {
            same = reader.text()[reader.textOff() + i] == wanted.charAt(i);
        }
        reader.expect(':');
        return same;
    }

    private void stream() throws JsonSyntaxException, BadRequestException {
        entries.startStream();
        reader.expect('{');
        int values = -1;
        // Labels may come after the values they belong to: those wait.
        for (boolean more = !reader.next('}'); more; more = more()) {
            int at = reader.position();
            if (name("stream")) {
                labels();
            } else {
                reader.reposition(at);
                if (name("values")) {
                    reader.peek();
                    values = reader.position();
                }
                reader.skip();
            }
            scratch.clear();
        }
        if (values < 0) {
            throw new BadRequestException("missing `values` item in the parsed `stream` object");
        }
        int end = reader.position();
        reader.reposition(values);
        reader.expect('[');
        for (boolean next = !reader.next(']'); next; next = nextItem()) {
            entry();
            scratch.clear();
        }
        reader.reposition(end);
    }

    private void labels() throws JsonSyntaxException {
        reader.expect('{');
        for (boolean more = !reader.next('}'); more; more = more()) {
            reader.string();
            byte[] name = text();
            reader.expect(':');
            if (reader.peek() == 'n') {
                reader.skip();
            } else {
                value();
                entries.label(name, text());
            }
        }
    }

    /** Consumes a value; the reader's text is what it says. */
    private void value() throws JsonSyntaxException {
        if (reader.peek() == '"') {
            reader.string();
        } else {
            reader.scalar();
        }
    }

    private byte[] text() {
        return Arrays.copyOfRange(reader.text(), reader.textOff(), reader.textOff() + reader.textLen());
    }

    private void entry() throws JsonSyntaxException {
        reader.expect('[');
        entries.start();
        reader.string();
        entries.time(reader.text(), reader.textOff(), reader.textLen());
        reader.expect(',');
        reader.string();
        byte[] line = reader.text();
        int off = reader.textOff();
        int len = reader.textLen();
        if (reader.next(',')) {
            reader.expect('{');
            for (boolean more = !reader.next('}'); more; more = more()) {
                reader.string();
                byte[] name = reader.text();
                int nameOff = reader.textOff();
                int nameLen = reader.textLen();
                reader.expect(':');
                if (reader.peek() == 'n') {
                    reader.skip();
                } else {
                    value();
                    entries.metadata(name, nameOff, nameLen, reader.text(), reader.textOff(), reader.textLen());
                }
            }
        }
        reader.expect(']');
        entries.message(line, off, len);
        entries.end();
    }
}
