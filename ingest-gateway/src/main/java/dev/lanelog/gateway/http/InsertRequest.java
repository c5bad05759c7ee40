package dev.lanelog.gateway.http;

import dev.lanelog.gateway.row.RequestOptions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The head of an HTTP insert. A handler may keep notes of its own between {@link InsertHandler#read} and {@link
 * InsertHandler#respond} in {@link #attachment}.
 */
public final class InsertRequest implements RequestOptions.Params {
    private final String method;
    private final String path;
    private final Map<String, String> args;
    private final Map<String, String> headers;
    private final Map<String, String> settings;
    private @Nullable Object attachment;

    /**
     * @param args query arguments, the first of each name
     * @param headers by lower-case name, the first of each, decoded as ISO 8859-1 as HTTP servers do
     */
    public InsertRequest(String method, String path, Map<String, String> args, Map<String, String> headers) {
        this(method, path, args, headers, Map.of());
    }

    /** The same where the server has settings for requests that leave something open, by argument name. */
    public InsertRequest(
            String method,
            String path,
            Map<String, String> args,
            Map<String, String> headers,
            Map<String, String> settings) {
        this.method = method;
        this.path = path;
        this.args = Map.copyOf(args);
        this.headers = Map.copyOf(headers);
        this.settings = Map.copyOf(settings);
    }

    public String method() {
        return method;
    }

    public String path() {
        return path;
    }

    @Override
    public @Nullable String arg(String name) {
        return args.get(name);
    }

    /** A field that a request gives to each of its rows. */
    public record Field(byte[] name, byte[] value) {}

    /** The arguments of these names as fields, those that are missing or empty left out. */
    public List<Field> fields(List<String> names) {
        List<Field> fields = new ArrayList<>();
        for (String name : names) {
            String value = arg(name);
            if (value != null && !value.isEmpty()) {
                fields.add(new Field(name.getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8)));
            }
        }
        return List.copyOf(fields);
    }

    @Override
    public @Nullable String header(String name) {
        String value = headers.get(name.toLowerCase(java.util.Locale.ROOT));
        return value == null || value.chars().allMatch(c -> c < 0x80)
                ? value
                : new String(value.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    @Override
    public @Nullable String setting(String name) {
        return settings.get(name);
    }

    /** The media type without its parameters, in lower case; empty if none was given. */
    public String mediaType() {
        String type = header("Content-Type");
        if (type == null) {
            return "";
        }
        int semicolon = type.indexOf(';');
        return (semicolon < 0 ? type : type.substring(0, semicolon)).strip().toLowerCase(java.util.Locale.ROOT);
    }

    /** What {@link #attach} was given last. */
    public @Nullable Object attachment() {
        return attachment;
    }

    /** Keeps a note of the handler with this request. */
    public void attach(Object note) {
        attachment = note;
    }
}
