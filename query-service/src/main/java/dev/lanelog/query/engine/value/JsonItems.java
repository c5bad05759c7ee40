package dev.lanelog.query.engine.value;

import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.logsql.format.JsonReader;
import java.util.ArrayList;
import java.util.List;

/** Items of JSON arrays: strings by their content, anything else as JSON without space. */
final class JsonItems {
    private JsonItems() {}

    /** The items; none when the text is no JSON array. */
    static List<byte[]> of(byte[] buf, int off, int len) {
        JsonReader reader = new JsonReader(buf, off, len);
        if (!reader.accept('[')) {
            return List.of();
        }
        List<byte[]> items = new ArrayList<>();
        try {
            if (!reader.accept(']')) {
                do {
                    if (reader.peek() == '"') {
                        items.add(reader.string());
                    } else {
                        int from = reader.position();
                        reader.skipValue();
                        items.add(compact(buf, from, reader.position()));
                    }
                } while (reader.accept(','));
                reader.expect(']');
            }
            return reader.atEnd() ? items : List.of();
        } catch (JsonReader.InvalidJsonException e) {
            return List.of();
        }
    }

    /** Valid JSON without the space between its parts. */
    static byte[] compact(byte[] buf, int from, int to) {
        ByteBuilder out = new ByteBuilder(to - from);
        boolean inString = false;
        for (int i = from; i < to; i++) {
            byte c = buf[i];
            if (inString) {
                out.add(c);
                if (c == '\\') {
                    out.add(buf[++i]);
                } else {
                    inString = c != '"';
                }
            } else if (c != ' ' && c != '\t' && c != '\n' && c != '\r') {
                out.add(c);
                inString = c == '"';
            }
        }
        return out.copy();
    }
}
