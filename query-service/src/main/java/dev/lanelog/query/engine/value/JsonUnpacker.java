package dev.lanelog.query.engine.value;

import dev.lanelog.query.engine.batch.ValueRef;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Utf8;
import dev.lanelog.query.logsql.format.JsonReader;
import java.util.Arrays;
import java.util.List;

/**
 * {@code unpack_json}: the members of an object, those of objects in it under names joined by dots. Arrays, and objects under
 * kept keys, stay JSON; null is nothing; numbers keep their text. Text that is no object has no members; fields that are asked for
 * by name become empty when they are no members.
 */
final class JsonUnpacker implements Unpacker {
    private final List<FieldPattern> wanted;
    private final List<String> wantedNames;
    private final List<String> preserveKeys;

    JsonUnpacker(List<FieldPattern> wanted, List<String> preserveKeys) {
        this.wanted = wanted;
        this.wantedNames =
                wanted.stream().filter(p -> !p.prefix()).map(FieldPattern::text).toList();
        this.preserveKeys = preserveKeys;
    }

    @Override
    public void unpack(ValueRef in, FieldList out) {
        JsonReader reader = new JsonReader(in.buf, in.off, in.len);
        if (reader.peek() != '{') {
            TextFunctions.addMissing(out, wantedNames);
            return;
        }
        int before = out.size();
        try {
            members(reader, in.buf, "", out);
            if (!reader.atEnd()) {
                out.truncate(before);
            }
        } catch (JsonReader.InvalidJsonException e) {
            out.truncate(before);
        }
        TextFunctions.addMissing(out, wantedNames);
    }

    private void members(JsonReader reader, byte[] buf, String prefix, FieldList out)
            throws JsonReader.InvalidJsonException {
        // The whole object is checked first, so that the walk over its members can't go deeper than the reader allows.
        int start = reader.position();
        reader.skipValue();
        JsonReader inner = new JsonReader(buf, start, reader.position() - start);
        inner.expect('{');
        if (inner.accept('}')) {
            return;
        }
        do {
            String key = Utf8.string(inner.string());
            String name = prefix.isEmpty() ? key : prefix + "." + key;
            inner.expect(':');
            byte kind = inner.peek();
            int from = inner.position();
            if (kind == '{' && !preserveKeys.contains(name)) {
                members(inner, buf, name, out);
                continue;
            }
            if (kind == '"') {
                put(name, inner.string(), out);
                continue;
            }
            inner.skipValue();
            if (kind == '{' || kind == '[') {
                put(name, JsonItems.compact(buf, from, inner.position()), out);
            } else if (kind != 'n') {
                put(name, Arrays.copyOfRange(buf, from, inner.position()), out);
            }
        } while (inner.accept(','));
    }

    private void put(String name, byte[] value, FieldList out) {
        if (FieldPattern.anyMatches(wanted, name)) {
            out.add(name, value);
        }
    }
}
