package dev.lanelog.gateway.json;

import dev.lanelog.gateway.row.FieldSink;
import dev.lanelog.gateway.row.Scratch;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Turns a JSON object into fields: nested objects are flattened with dots, numbers and booleans keep their text, arrays
 * become compact JSON text, null and {@code {}} vanish. An object whose flattened names would be longer than the limit, or
 * whose path is in {@code preserve_json_keys}, is kept as JSON text under its own path; for the outermost object that path
 * is empty, which means {@code _msg}.
 *
 * <p>Not thread-safe; the slices it hands on stay good until {@link #clear}.
 */
public final class JsonFlattener {
    private final Scratch scratch = new Scratch();
    private final JsonReader reader = new JsonReader(scratch);
    private final Scratch path = new Scratch();
    private final int maxNameBytes;
    private final byte[][] preserved;

    private int count;
    private byte[][] names = new byte[32][];
    private int[] nameOff = new int[32];
    private int[] nameLen = new int[32];
    private byte[][] values = new byte[32][];
    private int[] valueOff = new int[32];
    private int[] valueLen = new int[32];

    /** @param preserveKeys dotted paths of objects to keep as text */
    public JsonFlattener(int maxNameBytes, List<String> preserveKeys) {
        this.maxNameBytes = maxNameBytes;
        this.preserved = preserveKeys.stream()
                .map(key -> key.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
    }

    /** Scanner over the same scratch space, for protocols that walk around the objects themselves. */
    public JsonReader reader() {
        return reader;
    }

    /** Room for values that must stay good as long as those of this flattener. */
    public Scratch scratch() {
        return scratch;
    }

    /** Gives the room of the last row back. Call it when its slices are not needed any more. */
    public void clear() {
        scratch.clear();
    }

    /**
     * Reads one object, alone in {@code data[from, to)} but for white space, and hands its fields on.
     *
     * @throws JsonSyntaxException if it is none; no field was handed on then
     */
    public void row(byte[] data, int from, int to, FieldSink sink) throws JsonSyntaxException {
        row(data, from, to, "", sink);
    }

    /** The same with {@code prefix} before each name. */
    public void row(byte[] data, int from, int to, String prefix, FieldSink sink) throws JsonSyntaxException {
        reader.reset(data, from, to);
        if (reader.peek() != '{') {
            throw reader.error("expected an object");
        }
        collect(prefix);
        if (reader.peek() >= 0) {
            throw reader.error("expected nothing after the object");
        }
        emit(sink);
    }

    /**
     * Reads the object that is next in {@link #reader} and hands its fields on, with {@code prefix} before each name.
     *
     * @throws JsonSyntaxException if it is none; no field was handed on then
     */
    public void object(String prefix, FieldSink sink) throws JsonSyntaxException {
        collect(prefix);
        emit(sink);
    }

    private void collect(String prefix) throws JsonSyntaxException {
        count = 0;
        path.clear();
        path.add(prefix);
        flatten(0, prefix.isEmpty());
    }

    private void emit(FieldSink sink) {
        for (int i = 0; i < count; i++) {
            sink.field(names[i], nameOff[i], nameLen[i], values[i], valueOff[i], valueLen[i]);
        }
    }

    /** Flattens the object that is next; {@link #path} holds its own path with a dot behind it. */
    private void flatten(int depth, boolean plainNames) throws JsonSyntaxException {
        if (depth == JsonReader.MAX_DEPTH) {
            throw reader.error("more than " + JsonReader.MAX_DEPTH + " levels");
        }
        int objectAt = reader.position();
        int mark = count;
        if (!plainNames && isPreserved()) {
            keepAsText();
            return;
        }
        reader.expect('{');
        if (reader.next('}')) {
            return;
        }
        do {
            if (reader.peek() != '"') {
                throw reader.error("expected a name in quotes");
            }
            reader.string();
            if (path.size() + reader.textLen() > maxNameBytes) {
                count = mark;
                reader.reposition(objectAt);
                keepAsText();
                return;
            }
            byte[] name = reader.text();
            int off = reader.textOff();
            int len = reader.textLen();
            reader.expect(':');
            if (reader.peek() == '{') {
                int before = path.size();
                path.add(name, off, len).add('.');
                flatten(depth + 1, false);
                path.truncate(before);
            } else {
                value(name, off, len, plainNames);
            }
        } while (reader.next(','));
        reader.expect('}');
    }

    private void value(byte[] name, int off, int len, boolean plainName) throws JsonSyntaxException {
        int next = reader.peek();
        byte[] value;
        int valueAt;
        int size;
        if (next == '[') {
            valueAt = scratch.size();
            reader.compact(scratch);
            value = scratch.data();
            size = scratch.size() - valueAt;
        } else {
            if (next == '"') {
                reader.string();
            } else {
                reader.scalar();
                if (next == 'n') {
                    return;
                }
            }
            value = reader.text();
            valueAt = reader.textOff();
            size = reader.textLen();
        }
        if (plainName) {
            add(name, off, len, value, valueAt, size);
        } else {
            int at = scratch.size();
            scratch.add(path.data(), 0, path.size()).add(name, off, len);
            add(scratch.data(), at, scratch.size() - at, value, valueAt, size);
        }
    }

    /** The object that is next becomes JSON text under its path, without the trailing dot. */
    private void keepAsText() throws JsonSyntaxException {
        int nameAt = scratch.size();
        scratch.add(path.data(), 0, Math.max(0, path.size() - 1));
        int size = scratch.size() - nameAt;
        int valueAt = scratch.size();
        reader.compact(scratch);
        // Both from the array as it is now: an older one lacks what was added since.
        add(scratch.data(), nameAt, size, scratch.data(), valueAt, scratch.size() - valueAt);
    }

    private boolean isPreserved() {
        for (byte[] key : preserved) {
            if (Arrays.equals(key, 0, key.length, path.data(), 0, path.size() - 1)) {
                return true;
            }
        }
        return false;
    }

    private void add(byte[] name, int off, int len, byte[] value, int valueAt, int size) {
        if (count == names.length) {
            int more = count * 2;
            names = Arrays.copyOf(names, more);
            nameOff = Arrays.copyOf(nameOff, more);
            nameLen = Arrays.copyOf(nameLen, more);
            values = Arrays.copyOf(values, more);
            valueOff = Arrays.copyOf(valueOff, more);
            valueLen = Arrays.copyOf(valueLen, more);
        }
        names[count] = name;
        nameOff[count] = off;
        nameLen[count] = len;
        values[count] = value;
        valueOff[count] = valueAt;
        valueLen[count] = size;
        count++;
    }
}
