package dev.lanelog.gateway.protocol.syslog;

import dev.lanelog.gateway.row.FieldSink;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Structured data of RFC 5424, parameters as fields {@code <sd-id>.<name>}:
 *
 * <pre>
 *   data    --> element +
 *   element --> "[" id (" " + name "=" value) * " " * "]"
 *   value   --> '"' (any but '"', "\", "]" | "\" '"' | "\\" | "\]") * '"' | any but " ", "]" *
 * </pre>
 *
 * An id that is itself {@code name=value} is one field. Of a parameter given twice in an element the first counts.
 */
final class StructuredData {
    /** Far above what a row may have; bounds the search for names given twice. */
    private static final int MAX_PARAMETERS = 1024;

    private final byte[] in;
    private int pos;
    private final int end;
    private final List<byte[]> names = new ArrayList<>();
    private final List<byte[]> values = new ArrayList<>();

    StructuredData(byte[] in, int off, int end) {
        this.in = in;
        this.pos = off;
        this.end = end;
    }

    /**
     * Hands the parameters on.
     *
     * @return where the data ends, -1 if it is broken; the elements before the broken one were handed on then
     */
    int parse(FieldSink sink) {
        do {
            names.clear();
            values.clear();
            if (!element()) {
                return -1;
            }
            for (int i = 0; i < names.size(); i++) {
                sink.field(names.get(i), values.get(i));
            }
        } while (pos < end && in[pos] == '[');
        return pos;
    }

    private boolean element() {
        if (pos == end || in[pos] != '[') {
            return false;
        }
        int from = ++pos;
        while (pos < end && in[pos] != ' ' && in[pos] != ']') {
            pos++;
        }
        byte[] id = Arrays.copyOfRange(in, from, pos);
        int equals = indexOf(id, '=');
        if (equals >= 0) {
            names.add(Arrays.copyOf(id, equals));
            values.add(Arrays.copyOfRange(id, equals + 1, id.length));
            id = new byte[0];
        }
        while (pos < end) {
            if (in[pos] == ']') {
                pos++;
                return true;
            }
            if (in[pos] == ' ') {
                pos++;
            } else if (!parameter(id)) {
                return false;
            }
        }
        return false;
    }

    private boolean parameter(byte[] id) {
        int from = pos;
        if (names.size() == MAX_PARAMETERS) {
            return false;
        }
        while (pos < end && in[pos] != '=') {
            if (in[pos] == ']' || in[pos] == '"') {
                return false;
            }
            pos++;
        }
        if (pos == end) {
            return false;
        }
        ByteArrayOutputStream name = new ByteArrayOutputStream(id.length + pos - from + 1);
        if (id.length > 0) {
            name.writeBytes(id);
            name.write('.');
        }
        name.write(in, from, pos - from);
        pos++;
        byte[] value = pos < end && in[pos] == '"' ? quoted() : bare();
        if (value == null) {
            return false;
        }
        byte[] full = name.toByteArray();
        if (names.stream().noneMatch(known -> Arrays.equals(known, full))) {
            names.add(full);
            values.add(value);
        }
        return true;
    }

    private byte @Nullable [] quoted() {
        ByteArrayOutputStream value = new ByteArrayOutputStream();
        pos++;
        while (pos < end && in[pos] != '"') {
            boolean escape = in[pos] == '\\'
                    && pos + 1 < end
                    && (in[pos + 1] == '"' || in[pos + 1] == '\\' || in[pos + 1] == ']');
            if (escape) {
                pos++;
            }
            value.write(in[pos++]);
        }
        if (pos == end) {
            return null;
        }
        pos++;
        return value.toByteArray();
    }

    private byte[] bare() {
        int from = pos;
        while (pos < end && in[pos] != ' ' && in[pos] != ']') {
            pos++;
        }
        return Arrays.copyOfRange(in, from, pos);
    }

    private static int indexOf(byte[] text, char c) {
        for (int i = 0; i < text.length; i++) {
            if (text[i] == c) {
                return i;
            }
        }
        return -1;
    }
}
