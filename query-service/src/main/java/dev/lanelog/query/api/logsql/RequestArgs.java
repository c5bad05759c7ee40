package dev.lanelog.query.api.logsql;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The arguments of a request: those of the form in its body first, then those of its URL. Immutable. */
public final class RequestArgs {
    private final Map<String, List<String>> values;

    private RequestArgs(Map<String, List<String>> values) {
        this.values = values;
    }

    /**
     * @param form the body of a form post, or null
     * @param query the part of the URL behind the question mark, or null
     * @throws ApiException 400 when an escape or the encoding is broken
     */
    static RequestArgs of(@Nullable String form, @Nullable String query) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        decode(form, values);
        decode(query, values);
        return new RequestArgs(values);
    }

    /** Arguments that were decoded already, such as the parts of a multipart form, before those of the URL. */
    static RequestArgs ofParts(Map<String, List<String>> parts, @Nullable String query) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        parts.forEach((name, all) -> values.put(name, new ArrayList<>(all)));
        decode(query, values);
        return new RequestArgs(values);
    }

    private static void decode(@Nullable String text, Map<String, List<String>> into) {
        if (text == null || text.isEmpty()) {
            return;
        }
        for (String pair : text.split("&", -1)) {
            if (pair.isEmpty()) {
                continue;
            }
            int equals = pair.indexOf('=');
            String name = unescape(equals < 0 ? pair : pair.substring(0, equals));
            String value = equals < 0 ? "" : unescape(pair.substring(equals + 1));
            into.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
        }
    }

    private static String unescape(String text) {
        if (text.indexOf('%') < 0 && text.indexOf('+') < 0) {
            return text;
        }
        byte[] in = text.getBytes(StandardCharsets.UTF_8);
        byte[] out = new byte[in.length];
        int n = 0;
        for (int i = 0; i < in.length; i++) {
            if (in[i] == '+') {
                out[n++] = ' ';
            } else if (in[i] == '%') {
                int high = i + 2 < in.length ? Character.digit(in[i + 1], 16) : -1;
                int low = i + 2 < in.length ? Character.digit(in[i + 2], 16) : -1;
                if (high < 0 || low < 0) {
                    String escape = new String(in, i, Math.min(3, in.length - i), StandardCharsets.UTF_8);
                    throw ApiException.badRequest("invalid URL escape " + GoSyntax.quote(escape)
                            + " in the request's arguments; write % as %25");
                }
                out[n++] = (byte) (high << 4 | low);
                i += 2;
            } else {
                out[n++] = in[i];
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(out, 0, n))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new ApiException(400, "the arguments of the request are not valid UTF-8", e);
        }
    }

    /** The first value, or the empty string. An empty argument means the same as none. */
    String get(String name) {
        List<String> all = values.get(name);
        return all == null ? "" : all.getFirst();
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    /**
     * A whole number that is not negative; 0 when it is not given.
     *
     * @throws ApiException 400
     */
    long count(String name) {
        String text = get(name);
        if (text.isEmpty()) {
            return 0;
        }
        long number = GoSyntax.integer(name, text);
        if (number < 0) {
            throw ApiException.badRequest(GoSyntax.quote(name) + " cannot be smaller than 0; got " + number);
        }
        return number;
    }

    /**
     * @throws ApiException 400
     */
    boolean flag(String name, boolean otherwise) {
        String text = get(name);
        return text.isEmpty() ? otherwise : GoSyntax.bool(name, text);
    }

    /** A duration in nanoseconds; empty when it is not given or can't be read. */
    OptionalLong durationNs(String name) {
        return Durations.parse(get(name));
    }
}
