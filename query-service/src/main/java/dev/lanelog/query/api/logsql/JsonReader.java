package dev.lanelog.query.api.logsql;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads small JSON texts of arguments. Values are {@code null}, {@link Boolean}, {@link String}, {@link JsonNumber} (as
 * written), {@link List} and {@link JsonObject} (members in order, names may repeat).
 */
final class JsonReader {
    private static final int MAX_DEPTH = 32;

    /** A number, as it was written. */
    record JsonNumber(String text) {}

    /** A member of an object. */
    record Member(String name, @Nullable Object value) {}

    /** An object. */
    record JsonObject(List<Member> members) {}

    private final String text;
    private int at;

    private JsonReader(String text) {
        this.text = text;
    }

    /**
     * @throws ApiException 400, with what is left of the text where reading failed
     */
    static @Nullable Object read(String json) {
        JsonReader reader = new JsonReader(json);
        Object value = reader.value(0);
        reader.skipBlanks();
        if (reader.at < json.length()) {
            throw reader.error("unexpected tail");
        }
        return value;
    }

    /** JSON text of a value that was read. */
    static String write(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case String string -> JsonWriter.quoted(string);
            case JsonNumber number -> number.text();
            case List<?> list -> {
                StringBuilder out = new StringBuilder("[");
                for (Object item : list) {
                    out.append(out.length() > 1 ? "," : "").append(write(item));
                }
                yield out.append(']').toString();
            }
            case JsonObject object -> {
                StringBuilder out = new StringBuilder("{");
                for (Member member : object.members()) {
                    out.append(out.length() > 1 ? "," : "")
                            .append(JsonWriter.quoted(member.name()))
                            .append(':')
                            .append(write(member.value()));
                }
                yield out.append('}').toString();
            }
            default -> value.toString();
        };
    }

    private @Nullable Object value(int depth) {
        if (depth > MAX_DEPTH) {
            throw error("nested too deep");
        }
        skipBlanks();
        if (at == text.length()) {
            throw error("unexpected end");
        }
        char c = text.charAt(at);
        if (c == '{') {
            return object(depth);
        }
        if (c == '[') {
            return array(depth);
        }
        if (c == '"') {
            return string();
        }
        if (word("true")) {
            return Boolean.TRUE;
        }
        if (word("false")) {
            return Boolean.FALSE;
        }
        if (word("null")) {
            return null;
        }
        return number();
    }

    private boolean word(String word) {
        if (text.startsWith(word, at)) {
            at += word.length();
            return true;
        }
        return false;
    }

    private JsonNumber number() {
        int from = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        if (from == at) {
            throw error("unexpected value");
        }
        return new JsonNumber(text.substring(from, at));
    }

    private JsonObject object(int depth) {
        at++;
        List<Member> members = new ArrayList<>();
        skipBlanks();
        if (take('}')) {
            return new JsonObject(members);
        }
        while (true) {
            skipBlanks();
            if (at == text.length() || text.charAt(at) != '"') {
                throw error("cannot parse object: missing object key");
            }
            String name = string();
            skipBlanks();
            if (!take(':')) {
                throw error("cannot parse object: missing ':' after object key");
            }
            members.add(new Member(name, value(depth + 1)));
            skipBlanks();
            if (take('}')) {
                return new JsonObject(members);
            }
            if (at == text.length()) {
                throw error("cannot parse object: unexpected end of object");
            }
            if (!take(',')) {
                throw error("cannot parse object: missing ',' after object value");
            }
        }
    }

    private List<@Nullable Object> array(int depth) {
        at++;
        List<@Nullable Object> items = new ArrayList<>();
        skipBlanks();
        if (take(']')) {
            return items;
        }
        while (true) {
            items.add(value(depth + 1));
            skipBlanks();
            if (take(']')) {
                return items;
            }
            if (at == text.length()) {
                throw error("cannot parse array: unexpected end of array");
            }
            if (!take(',')) {
                throw error("cannot parse array: missing ',' after array value");
            }
        }
    }

    private String string() {
        at++;
        StringBuilder value = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"') {
                return value.toString();
            }
            value.append(c == '\\' ? escape() : c);
        }
        throw error("missing closing '\"'");
    }

    private char escape() {
        char c = at < text.length() ? text.charAt(at++) : ' ';
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                int unit = 0;
                for (int i = 0; i < 4; i++) {
                    int digit = at < text.length() ? Character.digit(text.charAt(at++), 16) : -1;
                    if (digit < 0) {
                        throw error("bad \\u escape");
                    }
                    unit = unit << 4 | digit;
                }
                yield (char) unit;
            }
            default -> throw error("bad escape");
        };
    }

    private boolean take(char c) {
        if (at < text.length() && text.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }

    private void skipBlanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private ApiException error(String what) {
        return ApiException.badRequest(
                "cannot parse JSON: " + what + "; unparsed tail: " + GoSyntax.quote(text.substring(at)));
    }
}
