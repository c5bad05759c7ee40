package dev.lanelog.query.engine.stats;

import dev.lanelog.query.engine.batch.ByteBuilder;
import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.logsql.format.JsonText;
import java.nio.charset.StandardCharsets;

/** Writes JSON into results. */
final class JsonArrays {
    private JsonArrays() {}

    static void begin(ByteBuilder out) {
        out.add('[');
    }

    /** Appends an element; {@link #begin} must have been called. */
    static void string(ByteBuilder out, ValueRef value) {
        comma(out, '[');
        quoted(out, value.buf, value.off, value.len);
    }

    /** Appends an element that is JSON already. */
    static void json(ByteBuilder out, byte[] value) {
        comma(out, '[');
        out.add(value);
    }

    static void end(ByteBuilder out) {
        out.add(']');
    }

    /** The object of these fields; those without a value are left out. */
    static void object(ByteBuilder out, String[] names, byte[][] values) {
        out.add('{');
        int start = out.size;
        for (int i = 0; i < names.length; i++) {
            if (values[i].length > 0) {
                if (out.size > start) {
                    out.add(',');
                }
                byte[] name = names[i].getBytes(StandardCharsets.UTF_8);
                quoted(out, name, 0, name.length);
                out.add(':');
                quoted(out, values[i], 0, values[i].length);
            }
        }
        out.add('}');
    }

    private static void comma(ByteBuilder out, char opening) {
        if (out.buf[out.size - 1] != opening) {
            out.add(',');
        }
    }

    private static void quoted(ByteBuilder out, byte[] buf, int off, int len) {
        out.reserve(JsonText.maxLength(len));
        out.size = JsonText.append(buf, off, len, out.buf, out.size);
    }
}
