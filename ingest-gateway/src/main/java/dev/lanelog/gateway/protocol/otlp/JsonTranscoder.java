package dev.lanelog.gateway.protocol.otlp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.lanelog.gateway.protocol.otlp.JsonMessage.Field;
import dev.lanelog.gateway.protocol.otlp.JsonScanner.SyntaxException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;

/**
 * Rewrites the JSON form of an {@code ExportLogsServiceRequest} as protobuf, so that one decoder makes the rows of
 * both. As the protocol's JSON mapping has it: ids are hexadecimal, other bytes base64; integers come as numbers or
 * strings; enums as numbers or names; unknown fields are ignored; null is the same as absent.
 *
 * <p>A log record with a wrong value is left out and counted. Broken JSON is an error for the whole request, before any
 * record of it was taken.
 */
final class JsonTranscoder {
    private static final int MAX_DEPTH = 160;
    /** Lengths of messages, not known before their end, are written with this many bytes. */
    private static final int LENGTH_BYTES = 5;

    private static final String[] LEVELS = {"TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL"};

    private final JsonScanner in;
    private byte[] out;
    private int size;
    private int records;
    private final SkippedRecords skipped = new SkippedRecords();

    private JsonTranscoder(byte[] json, int off, int len) {
        in = new JsonScanner(json, off, len);
        out = new byte[Math.max(64, len / 2)];
    }

    /**
     * A request as protobuf.
     *
     * @param bytes holds it from 0 to {@code length}
     * @param skipped log records that were left out
     */
    record Result(byte[] bytes, int length, SkippedRecords skipped) {}

    /**
     * Rewrites a request.
     *
     * @throws SyntaxException if it is not JSON
     * @throws MalformedOtlpException if something other than a log record has a wrong value
     */
    static Result transcode(byte[] json, int off, int len) throws SyntaxException, MalformedOtlpException {
        JsonTranscoder transcoder = new JsonTranscoder(json, off, len);
        if (transcoder.in.peek() != '{') {
            throw transcoder.in.error("the request is not a JSON object");
        }
        transcoder.message(JsonMessage.REQUEST, 0);
        transcoder.in.expectEnd();
        return new Result(transcoder.out, transcoder.size, transcoder.skipped);
    }

    private void message(JsonMessage type, int depth) throws SyntaxException, MalformedOtlpException {
        if (in.peek() != '{') {
            throw wrong(type + " is not an object");
        }
        if (depth > MAX_DEPTH) {
            throw MalformedOtlpException.overLimit("a value nested too deep");
        }
        in.expect('{');
        if (in.accept('}')) {
            return;
        }
        do {
            in.peek();
            in.string();
            Field field = type.find(in.text, in.textOff, in.textLen);
            in.expect(':');
            if (field == null) {
                in.skipValue();
            } else if (!in.acceptNull()) {
                value(field, depth);
            }
        } while (in.accept(','));
        in.expect('}');
    }

    private void value(Field field, int depth) throws SyntaxException, MalformedOtlpException {
        int number = field.number();
        switch (field.kind()) {
            case STRING -> {
                string(field);
                bytes(number, in.text, in.textOff, in.textLen);
            }
            case BYTES -> {
                byte[] value = base64(field);
                bytes(number, value, 0, value.length);
            }
            case HEX -> {
                byte[] value = hex(field);
                bytes(number, value, 0, value.length);
            }
            case FIXED64 -> {
                tag(number, ProtoCursor.FIXED64);
                fixed(integer(field, true), 8);
            }
            case FIXED32 -> {
                long value = integer(field, false);
                if (value >>> 32 != 0) {
                    throw wrong(field + " is not an unsigned number of 32 bits");
                }
                tag(number, ProtoCursor.FIXED32);
                fixed(value, 4);
            }
            case INT64 -> {
                tag(number, ProtoCursor.VARINT);
                varint(integer(field, false));
            }
            case DOUBLE -> {
                tag(number, ProtoCursor.FIXED64);
                fixed(Double.doubleToRawLongBits(decimal(field)), 8);
            }
            case BOOL -> {
                if (in.peek() != 't' && in.peek() != 'f') {
                    throw wrong(field + " is not true or false");
                }
                tag(number, ProtoCursor.VARINT);
                varint(in.bool() ? 1 : 0);
            }
            case SEVERITY -> {
                long value = severity(field);
                tag(number, ProtoCursor.VARINT);
                varint(value);
            }
            case MESSAGE -> nested(field, depth);
            case MESSAGES -> messages(field, depth);
        }
    }

    private void messages(Field field, int depth) throws SyntaxException, MalformedOtlpException {
        if (in.peek() != '[') {
            throw wrong(field + " is not an array");
        }
        in.expect('[');
        if (in.accept(']')) {
            return;
        }
        do {
            if (in.acceptNull()) {
                if (field.message() == JsonMessage.ANY_VALUE) {
                    bytes(field.number(), out, 0, 0);
                }
            } else if (field.message() == JsonMessage.LOG_RECORD) {
                record(field, depth);
            } else {
                nested(field, depth);
            }
        } while (in.accept(','));
        in.expect(']');
    }

    private void record(Field field, int depth) throws SyntaxException, MalformedOtlpException {
        in.peek();
        int start = in.pos;
        int mark = size;
        records++;
        try {
            nested(field, depth);
        } catch (MalformedOtlpException e) {
            size = mark;
            in.pos = start;
            in.skipValue();
            skipped.add(records, e.reason());
        }
    }

    private void nested(Field field, int depth) throws SyntaxException, MalformedOtlpException {
        JsonMessage type = field.message();
        if (type == null) {
            throw new IllegalStateException(field + " has no message type");
        }
        tag(field.number(), ProtoCursor.BYTES);
        int lengthAt = size;
        room(LENGTH_BYTES);
        size += LENGTH_BYTES;
        message(type, depth + 1);
        int length = size - lengthAt - LENGTH_BYTES;
        for (int i = 0; i < LENGTH_BYTES; i++) {
            out[lengthAt + i] = (byte) (length >>> 7 * i & 0x7f | (i < LENGTH_BYTES - 1 ? 0x80 : 0));
        }
    }

    private void string(Field field) throws SyntaxException, MalformedOtlpException {
        if (in.peek() != '"') {
            throw wrong(field + " is not a string");
        }
        in.string();
    }

    /** Reads a number, or a string that holds one, as text. */
    private String numeral(Field field) throws SyntaxException, MalformedOtlpException {
        int first = in.peek();
        if (first == '"') {
            in.string();
        } else if (first == '-' || first >= '0' && first <= '9') {
            in.number();
        } else {
            throw wrong(field + " is not a number");
        }
        if (in.textLen > 64) {
            throw wrong(field + " has too many digits");
        }
        return new String(in.text, in.textOff, in.textLen, US_ASCII);
    }

    private long integer(Field field, boolean unsigned) throws SyntaxException, MalformedOtlpException {
        String text = numeral(field);
        try {
            if (text.startsWith("+")) {
                throw wrong(field + " is not an integer");
            }
            return unsigned ? Long.parseUnsignedLong(text) : Long.parseLong(text);
        } catch (NumberFormatException e) {
            // 1.5e3 is an integer in JSON as well.
            double value = parseDouble(text, field);
            if (value != Math.rint(value) || Math.abs(value) >= 0x1p63 || unsigned && value < 0) {
                throw wrong(field + " is not an integer of 64 bits");
            }
            return (long) value;
        }
    }

    private double decimal(Field field) throws SyntaxException, MalformedOtlpException {
        String text = numeral(field);
        return switch (text) {
            case "NaN" -> Double.NaN;
            case "Infinity" -> Double.POSITIVE_INFINITY;
            case "-Infinity" -> Double.NEGATIVE_INFINITY;
            default -> parseDouble(text, field);
        };
    }

    private static double parseDouble(String text, Field field) throws MalformedOtlpException {
        for (int i = 0; i < text.length(); i++) {
            // Java's own syntax is wider: hexadecimal floats, suffixes, blanks.
            if ("0123456789+-.eE".indexOf(text.charAt(i)) < 0) {
                throw new MalformedOtlpException(field + " is not a number");
            }
        }
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new MalformedOtlpException(field + " is not a number");
        }
    }

    private long severity(Field field) throws SyntaxException, MalformedOtlpException {
        if (in.peek() != '"') {
            return (int) integer(field, false);
        }
        int start = in.pos;
        in.string();
        String name = new String(in.text, in.textOff, in.textLen, US_ASCII).toUpperCase(Locale.ROOT);
        String prefix = "SEVERITY_NUMBER_";
        if (!name.startsWith(prefix)) {
            in.pos = start;
            return (int) integer(field, false);
        }
        String level = name.substring(prefix.length());
        if (level.equals("UNSPECIFIED")) {
            return 0;
        }
        for (int i = 0; i < 24; i++) {
            if (level.equals(LEVELS[i / 4] + (i % 4 == 0 ? "" : String.valueOf(i % 4 + 1)))) {
                return i + 1L;
            }
        }
        throw wrong(field + " is no severity that OpenTelemetry knows");
    }

    private byte[] base64(Field field) throws SyntaxException, MalformedOtlpException {
        string(field);
        byte[] text = Arrays.copyOfRange(in.text, in.textOff, in.textOff + in.textLen);
        for (int i = 0; i < text.length; i++) {
            if (text[i] == '-') {
                text[i] = '+';
            } else if (text[i] == '_') {
                text[i] = '/';
            }
        }
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw wrong(field + " is not base64");
        }
    }

    private byte[] hex(Field field) throws SyntaxException, MalformedOtlpException {
        string(field);
        byte[] value = new byte[in.textLen / 2];
        boolean good = in.textLen % 2 == 0;
        for (int i = 0; i < value.length && good; i++) {
            int high = Character.digit((char) (in.text[in.textOff + 2 * i] & 0xff), 16);
            int low = Character.digit((char) (in.text[in.textOff + 2 * i + 1] & 0xff), 16);
            good = high >= 0 && low >= 0;
            value[i] = (byte) (high << 4 | low);
        }
        if (!good) {
            throw wrong(field + " is not hexadecimal");
        }
        return value;
    }

    private static MalformedOtlpException wrong(String message) {
        return new MalformedOtlpException(message);
    }

    private void bytes(int number, byte[] bytes, int off, int len) {
        tag(number, ProtoCursor.BYTES);
        varint(len);
        room(len);
        System.arraycopy(bytes, off, out, size, len);
        size += len;
    }

    private void tag(int number, int wireType) {
        varint(number << 3 | wireType);
    }

    private void varint(long value) {
        room(10);
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            out[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        out[size++] = (byte) rest;
    }

    private void fixed(long value, int width) {
        room(width);
        for (int i = 0; i < width; i++) {
            out[size++] = (byte) (value >>> 8 * i);
        }
    }

    private void room(int more) {
        if (out.length - size < more) {
            out = Arrays.copyOf(out, (int)
                    Math.min(Integer.MAX_VALUE - 8, Math.max((long) size + more, out.length * 2L)));
        }
    }
}
