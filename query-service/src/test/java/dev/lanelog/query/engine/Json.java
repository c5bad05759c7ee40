package dev.lanelog.query.engine;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads JSON and keeps numbers as they are written: rows of test data hold their text. */
public final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** A number, as written. */
    public record Number(String text) {}

    /** Reads a value: Map, List, String, {@link Number}, Boolean or null. */
    public static @Nullable Object parse(String text) {
        Json json = new Json(text);
        Object value = json.value();
        json.blanks();
        if (json.at != text.length()) {
            throw new IllegalArgumentException("more than one JSON value: " + text);
        }
        return value;
    }

    /** Reads an object. */
    @SuppressWarnings("unchecked")
    public static Map<String, @Nullable Object> object(String text) {
        Object value = parse(text);
        if (!(value instanceof Map)) {
            throw new IllegalArgumentException("not a JSON object: " + text);
        }
        return (Map<String, @Nullable Object>) value;
    }

    /** Writes a value without blanks. */
    public static String write(@Nullable Object value) {
        StringBuilder sb = new StringBuilder();
        write(value, sb);
        return sb.toString();
    }

    private static void write(@Nullable Object value, StringBuilder sb) {
        switch (value) {
            case null -> sb.append("null");
            case Number n -> sb.append(n.text);
            case String s -> quote(s, sb);
            case List<?> list -> {
                sb.append('[');
                for (int i = 0; i < list.size(); i++) {
                    sb.append(i == 0 ? "" : ",");
                    write(list.get(i), sb);
                }
                sb.append(']');
            }
            case Map<?, ?> map -> {
                sb.append('{');
                int i = 0;
                for (Map.Entry<?, ?> e : map.entrySet()) {
                    sb.append(i++ == 0 ? "" : ",");
                    write(e.getKey(), sb);
                    sb.append(':');
                    write(e.getValue(), sb);
                }
                sb.append('}');
            }
            default -> sb.append(value);
        }
    }

    private static void quote(String s, StringBuilder sb) {
        sb.append('"');
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            switch (c) {
                case '"' -> sb.append("\\\"");
                case '\\' -> sb.append("\\\\");
                case '\n' -> sb.append("\\n");
                case '\r' -> sb.append("\\r");
                case '\t' -> sb.append("\\t");
                default -> {
                    if (c < 0x20) {
                        sb.append(String.format("\\u%04x", (int) c));
                    } else {
                        sb.append(c);
                    }
                }
            }
        }
        sb.append('"');
    }

    private @Nullable Object value() {
        blanks();
        switch (text.charAt(at)) {
            case '{' -> {
                return map();
            }
            case '[' -> {
                return list();
            }
            case '"' -> {
                return string();
            }
            case 't' -> {
                at += 4;
                return Boolean.TRUE;
            }
            case 'f' -> {
                at += 5;
                return Boolean.FALSE;
            }
            case 'n' -> {
                at += 4;
                return null;
            }
            default -> {
                int start = at;
                while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
                    at++;
                }
                if (at == start) {
                    throw new IllegalArgumentException("no JSON value at " + at + ": " + text);
                }
                return new Number(text.substring(start, at));
            }
        }
    }

    private Map<String, @Nullable Object> map() {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        at++;
        blanks();
        while (text.charAt(at) != '}') {
            String key = string();
            blanks();
            at++;
            map.put(key, value());
            next();
        }
        at++;
        return map;
    }

    private List<@Nullable Object> list() {
        List<@Nullable Object> list = new ArrayList<>();
        at++;
        blanks();
        while (text.charAt(at) != ']') {
            list.add(value());
            next();
        }
        at++;
        return list;
    }

    private void next() {
        blanks();
        if (text.charAt(at) == ',') {
            at++;
            blanks();
        }
    }

    private String string() {
        StringBuilder sb = new StringBuilder();
        at++;
        while (text.charAt(at) != '"') {
            char c = text.charAt(at++);
            if (c != '\\') {
                sb.append(c);
                continue;
            }
            c = text.charAt(at++);
            switch (c) {
                case 'n' -> sb.append('\n');
                case 't' -> sb.append('\t');
                case 'r' -> sb.append('\r');
                case 'b' -> sb.append('\b');
                case 'f' -> sb.append('\f');
                case 'u' -> {
                    sb.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
                    at += 4;
                }
                default -> sb.append(c);
            }
        }
        at++;
        return sb.toString();
    }

    private void blanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    /** UTF-8 of a string. */
    static byte[] bytes(String s) {
        return s.getBytes(StandardCharsets.UTF_8);
    }
}
