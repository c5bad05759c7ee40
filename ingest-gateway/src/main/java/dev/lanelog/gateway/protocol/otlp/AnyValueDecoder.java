package dev.lanelog.gateway.protocol.otlp;

import static java.nio.charset.StandardCharsets.US_ASCII;

/**
 * Decodes {@code KeyValue} and {@code AnyValue} into fields: scalars as text, bytes as base64, a list of keys flattened
 * with dots, an array as JSON text. An empty value is no field; within an array it is {@code null}.
 */
final class AnyValueDecoder {
    private static final int MAX_DEPTH = 64;
    private static final byte[] TRUE = "true".getBytes(US_ASCII);
    private static final byte[] FALSE = "false".getBytes(US_ASCII);

    private final ProtoCursor in;
    private final RecordFields fields;
    private int depth;

    AnyValueDecoder(ProtoCursor in, RecordFields fields) {
        this.in = in;
        this.fields = fields;
    }

    /** Forgets where a malformed value left off. */
    void reset() {
        depth = 0;
    }

    /** Decodes the {@code KeyValue} between position and limit; its field's name gets the prefix, if there is one. */
    void keyValue(byte[] prefix, int prefixOff, int prefixLen) throws MalformedOtlpException {
        int keyOff = -1;
        int keyLen = 0;
        int valueOff = -1;
        int valueEnd = 0;
        while (in.hasMore()) {
            int tag = in.tag();
            switch (tag >>> 3) {
                case 1 -> {
                    in.expect(tag, ProtoCursor.BYTES, "KeyValue.key");
                    keyLen = in.length();
                    keyOff = in.pos;
                    in.pos += keyLen;
                }
                case 2 -> {
                    in.expect(tag, ProtoCursor.BYTES, "KeyValue.value");
                    int length = in.length();
                    valueOff = in.pos;
                    in.pos += length;
                    valueEnd = in.pos;
                }
                default -> in.skip(tag);
            }
        }
        if (keyOff < 0 || valueOff < 0) {
            return;
        }
        int outer = in.limit;
        in.pos = valueOff;
        in.limit = valueEnd;
        if (prefixLen == 0) {
            value(in.buf, keyOff, keyLen);
        } else {
            int name = fields.writeName(prefix, prefixOff, prefixLen, in.buf, keyOff, keyLen);
            value(fields.scratch(), name, fields.written() - name);
        }
        in.pos = outer;
        in.limit = outer;
    }

    /** Decodes the {@code AnyValue} between position and limit into a field, or several if it is a list of keys. */
    void value(byte[] name, int nameOff, int nameLen) throws MalformedOtlpException {
        while (in.hasMore()) {
            int tag = in.tag();
            int start = fields.written();
            switch (tag >>> 3) {
                case 1 -> {
                    in.expect(tag, ProtoCursor.BYTES, "AnyValue.string_value");
                    int length = in.length();
                    fields.add(name, nameOff, nameLen, in.buf, in.pos, length);
                    in.pos += length;
                }
                case 2 -> {
                    in.expect(tag, ProtoCursor.VARINT, "AnyValue.bool_value");
                    byte[] text = in.varint() != 0 ? TRUE : FALSE;
                    fields.add(name, nameOff, nameLen, text, 0, text.length);
                }
                case 3 -> {
                    in.expect(tag, ProtoCursor.VARINT, "AnyValue.int_value");
                    fields.writeLong(in.varint());
                    fields.addWritten(name, nameOff, nameLen, start);
                }
                case 4 -> {
                    in.expect(tag, ProtoCursor.FIXED64, "AnyValue.double_value");
                    fields.writeAscii(DoubleText.plain(Double.longBitsToDouble(in.fixed64())));
                    fields.addWritten(name, nameOff, nameLen, start);
                }
                case 5 -> {
                    in.expect(tag, ProtoCursor.BYTES, "AnyValue.array_value");
                    int outer = descend();
                    writeArray();
                    ascend(outer);
                    fields.addWritten(name, nameOff, nameLen, start);
                }
                case 6 -> {
                    in.expect(tag, ProtoCursor.BYTES, "AnyValue.kvlist_value");
                    int outer = descend();
                    flatten(name, nameOff, nameLen);
                    ascend(outer);
                }
                case 7 -> {
                    in.expect(tag, ProtoCursor.BYTES, "AnyValue.bytes_value");
                    int length = in.length();
                    fields.writeBase64(in.buf, in.pos, length);
                    in.pos += length;
                    fields.addWritten(name, nameOff, nameLen, start);
                }
                default -> in.skip(tag);
            }
        }
    }

    /** Decodes the {@code KeyValueList} between position and limit. */
    private void flatten(byte[] prefix, int prefixOff, int prefixLen) throws MalformedOtlpException {
        while (in.hasMore()) {
            int tag = in.tag();
            if (tag >>> 3 == 1) {
                in.expect(tag, ProtoCursor.BYTES, "KeyValueList.values");
                int outer = in.enter();
                keyValue(prefix, prefixOff, prefixLen);
                in.leave(outer);
            } else {
                in.skip(tag);
            }
        }
    }

    private void writeArray() throws MalformedOtlpException {
        fields.write('[');
        boolean first = true;
        while (in.hasMore()) {
            int tag = in.tag();
            if (tag >>> 3 == 1) {
                in.expect(tag, ProtoCursor.BYTES, "ArrayValue.values");
                if (!first) {
                    fields.write(',');
                }
                first = false;
                int outer = in.enter();
                writeJson();
                in.leave(outer);
            } else {
                in.skip(tag);
            }
        }
        fields.write(']');
    }

    /** Writes the {@code AnyValue} between position and limit; of several members the first one counts. */
    private void writeJson() throws MalformedOtlpException {
        while (in.hasMore()) {
            int tag = in.tag();
            int number = tag >>> 3;
            if (number == 0 || number > 7) {
                in.skip(tag);
                continue;
            }
            switch (number) {
                case 1 -> {
                    in.expect(tag, ProtoCursor.BYTES, "AnyValue.string_value");
                    int length = in.length();
                    fields.writeJsonString(in.buf, in.pos, length);
                    in.pos += length;
                }
                case 2 -> {
                    in.expect(tag, ProtoCursor.VARINT, "AnyValue.bool_value");
                    fields.writeAscii(in.varint() != 0 ? "true" : "false");
                }
                case 3 -> {
                    in.expect(tag, ProtoCursor.VARINT, "AnyValue.int_value");
                    fields.writeLong(in.varint());
                }
                case 4 -> {
                    in.expect(tag, ProtoCursor.FIXED64, "AnyValue.double_value");
                    fields.writeAscii(DoubleText.json(Double.longBitsToDouble(in.fixed64())));
                }
                case 5 -> {
                    in.expect(tag, ProtoCursor.BYTES, "AnyValue.array_value");
                    int outer = descend();
                    writeArray();
                    ascend(outer);
                }
                case 6 -> {
                    in.expect(tag, ProtoCursor.BYTES, "AnyValue.kvlist_value");
                    int outer = descend();
                    writeObject();
                    ascend(outer);
                }
                default -> {
                    in.expect(tag, ProtoCursor.BYTES, "AnyValue.bytes_value");
                    int length = in.length();
                    fields.write('"');
                    fields.writeBase64(in.buf, in.pos, length);
                    fields.write('"');
                }
            }
            return;
        }
        fields.writeAscii("null");
    }

    private void writeObject() throws MalformedOtlpException {
        fields.write('{');
        boolean first = true;
        while (in.hasMore()) {
            int tag = in.tag();
            if (tag >>> 3 == 1) {
                in.expect(tag, ProtoCursor.BYTES, "KeyValueList.values");
                int outer = in.enter();
                first = !writeMember(first) && first;
                in.leave(outer);
            } else {
                in.skip(tag);
            }
        }
        fields.write('}');
    }

    /** Writes the {@code KeyValue} between position and limit, or nothing if it lacks key or value. */
    private boolean writeMember(boolean first) throws MalformedOtlpException {
        int keyOff = -1;
        int keyLen = 0;
        int valueOff = -1;
        int valueEnd = 0;
        while (in.hasMore()) {
            int tag = in.tag();
            int number = tag >>> 3;
            if (number == 1 || number == 2) {
                in.expect(tag, ProtoCursor.BYTES, number == 1 ? "KeyValue.key" : "KeyValue.value");
                int length = in.length();
                if (number == 1) {
                    keyOff = in.pos;
                    keyLen = length;
                } else {
                    valueOff = in.pos;
                    valueEnd = in.pos + length;
                }
                in.pos += length;
            } else {
                in.skip(tag);
            }
        }
        if (keyOff < 0 || valueOff < 0) {
            return false;
        }
        if (!first) {
            fields.write(',');
        }
        fields.writeJsonString(in.buf, keyOff, keyLen);
        fields.write(':');
        int outer = in.limit;
        in.pos = valueOff;
        in.limit = valueEnd;
        writeJson();
        in.pos = outer;
        in.limit = outer;
        return true;
    }

    private int descend() throws MalformedOtlpException {
        if (++depth > MAX_DEPTH) {
            throw MalformedOtlpException.overLimit("a value nested deeper than " + MAX_DEPTH);
        }
        return in.enter();
    }

    private void ascend(int outer) {
        depth--;
        in.leave(outer);
    }
}
