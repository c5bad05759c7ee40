package dev.lanelog.gateway.protocol.otlp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A protobuf message as its JSON form sees it: fields by name, in lowerCamelCase or as in the {@code .proto} file. */
final class JsonMessage {
    /** How a value is written in JSON. */
    enum Kind {
        STRING,
        /** Base64. */
        BYTES,
        /** Hexadecimal digits, which OTLP wants for ids. */
        HEX,
        FIXED64,
        FIXED32,
        INT64,
        DOUBLE,
        BOOL,
        SEVERITY,
        MESSAGE,
        MESSAGES
    }

    /**
     * A field.
     *
     * @param message type of its value, for the kinds that are messages
     */
    record Field(
            byte[] protoName,
            byte[] jsonName,
            int number,
            Kind kind,
            @Nullable JsonMessage message) {
        @Override
        public String toString() {
            return new String(jsonName, US_ASCII);
        }
    }

    static final JsonMessage REQUEST = new JsonMessage("request");
    static final JsonMessage LOG_RECORD = new JsonMessage("LogRecord");
    static final JsonMessage ANY_VALUE = new JsonMessage("AnyValue");

    static {
        JsonMessage keyValue = new JsonMessage("KeyValue");
        JsonMessage arrayValue = new JsonMessage("ArrayValue");
        JsonMessage keyValueList = new JsonMessage("KeyValueList");
        ANY_VALUE.fields = List.of(
                field("string_value", 1, Kind.STRING),
                field("bool_value", 2, Kind.BOOL),
                field("int_value", 3, Kind.INT64),
                field("double_value", 4, Kind.DOUBLE),
                field("array_value", 5, Kind.MESSAGE, arrayValue),
                field("kvlist_value", 6, Kind.MESSAGE, keyValueList),
                field("bytes_value", 7, Kind.BYTES));
        keyValue.fields = List.of(field("key", 1, Kind.STRING), field("value", 2, Kind.MESSAGE, ANY_VALUE));
        arrayValue.fields = List.of(field("values", 1, Kind.MESSAGES, ANY_VALUE));
        keyValueList.fields = List.of(field("values", 1, Kind.MESSAGES, keyValue));

        JsonMessage resource = new JsonMessage("Resource");
        resource.fields = List.of(field("attributes", 1, Kind.MESSAGES, keyValue));
        JsonMessage scope = new JsonMessage("InstrumentationScope");
        scope.fields = List.of(
                field("name", 1, Kind.STRING),
                field("version", 2, Kind.STRING),
                field("attributes", 3, Kind.MESSAGES, keyValue));
        LOG_RECORD.fields = List.of(
                field("time_unix_nano", 1, Kind.FIXED64),
                field("severity_number", 2, Kind.SEVERITY),
                field("severity_text", 3, Kind.STRING),
                field("body", 5, Kind.MESSAGE, ANY_VALUE),
                field("attributes", 6, Kind.MESSAGES, keyValue),
                field("flags", 8, Kind.FIXED32),
                field("trace_id", 9, Kind.HEX),
                field("span_id", 10, Kind.HEX),
                field("observed_time_unix_nano", 11, Kind.FIXED64),
                field("event_name", 12, Kind.STRING));
        JsonMessage scopeLogs = new JsonMessage("ScopeLogs");
        scopeLogs.fields =
                List.of(field("scope", 1, Kind.MESSAGE, scope), field("log_records", 2, Kind.MESSAGES, LOG_RECORD));
        JsonMessage resourceLogs = new JsonMessage("ResourceLogs");
        resourceLogs.fields =
                List.of(field("resource", 1, Kind.MESSAGE, resource), field("scope_logs", 2, Kind.MESSAGES, scopeLogs));
        REQUEST.fields = List.of(field("resource_logs", 1, Kind.MESSAGES, resourceLogs));
    }

    private final String name;
    private List<Field> fields = List.of();

    private JsonMessage(String name) {
        this.name = name;
    }

    /** The field of that name, null if it is unknown. */
    @Nullable Field find(byte[] text, int off, int len) {
        for (int i = 0; i < fields.size(); i++) {
            Field field = fields.get(i);
            if (is(field.jsonName, text, off, len) || is(field.protoName, text, off, len)) {
                return field;
            }
        }
        return null;
    }

    @Override
    public String toString() {
        return name;
    }

    private static boolean is(byte[] name, byte[] text, int off, int len) {
        return name.length == len && Arrays.equals(name, 0, len, text, off, off + len);
    }

    private static Field field(String protoName, int number, Kind kind) {
        return field(protoName, number, kind, null);
    }

    private static Field field(String protoName, int number, Kind kind, @Nullable JsonMessage message) {
        StringBuilder jsonName = new StringBuilder();
        for (int i = 0; i < protoName.length(); i++) {
            char c = protoName.charAt(i);
            if (c == '_') {
                jsonName.append(Character.toUpperCase(protoName.charAt(++i)));
            } else {
                jsonName.append(c);
            }
        }
        return new Field(protoName.getBytes(US_ASCII), jsonName.toString().getBytes(US_ASCII), number, kind, message);
    }
}
