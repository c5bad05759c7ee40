package dev.lanelog.query.api.logsql;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Arguments in the body of a request: URL-encoded or multipart forms. Other bodies carry none. */
final class FormBody {
    private static final int MAX_PARTS = 1_000;

    private FormBody() {}

    /** Whether a body of this type has arguments. */
    static boolean isForm(@Nullable String contentType) {
        String type = type(contentType);
        return type.equals("application/x-www-form-urlencoded") || type.equals("multipart/form-data");
    }

    private static String type(@Nullable String contentType) {
        if (contentType == null) {
            return "";
        }
        int semicolon = contentType.indexOf(';');
        return (semicolon < 0 ? contentType : contentType.substring(0, semicolon))
                .strip()
                .toLowerCase(Locale.ROOT);
    }

    /**
     * The arguments of a form and a URL.
     *
     * @param query the part of the URL behind the question mark, or null
     * @throws ApiException 400 when the form is broken
     */
    static RequestArgs args(String contentType, byte[] body, @Nullable String query) {
        if (type(contentType).equals("multipart/form-data")) {
            return RequestArgs.ofParts(parts(contentType, body), query);
        }
        return RequestArgs.of(new String(body, StandardCharsets.UTF_8), query);
    }

    private static Map<String, List<String>> parts(String contentType, byte[] body) {
        String boundary = parameter(contentType, "boundary");
        if (boundary.isEmpty()) {
            throw ApiException.badRequest("the multipart form has no boundary in its Content-Type");
        }
        // Latin-1 keeps bytes as they are, so that the text of a part can be decoded on its own.
        String text = "\r\n"
                + new String(body, StandardCharsets.ISO_8859_1)
                        .replace("\r\n", "\n")
                        .replace("\n", "\r\n");
        String delimiter = "\r\n--" + boundary;
        Map<String, List<String>> parts = new LinkedHashMap<>();
        int at = text.indexOf(delimiter);
        for (int count = 0; at >= 0; count++) {
            int from = at + delimiter.length();
            if (text.startsWith("--", from)) {
                return parts;
            }
            int end = text.indexOf(delimiter, from);
            int headersEnd = text.indexOf("\r\n\r\n", from);
            if (end < 0 || headersEnd < 0 || headersEnd > end || count > MAX_PARTS) {
                break;
            }
            String name = partName(text.substring(from, headersEnd));
            String value = headersEnd + 4 <= end ? text.substring(headersEnd + 4, end) : "";
            if (!name.isEmpty()) {
                parts.computeIfAbsent(name, n -> new ArrayList<>())
                        .add(new String(value.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8));
            }
            at = end;
        }
        throw ApiException.badRequest("the multipart form is cut off or has more than " + MAX_PARTS + " parts");
    }

    private static String partName(String headers) {
        for (String line : headers.split("\r\n", -1)) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-disposition:")) {
                return parameter(line, "name");
            }
        }
        return "";
    }

    private static String parameter(String header, String name) {
        for (String item : header.split(";", -1)) {
            String trimmed = item.strip();
            int equals = trimmed.indexOf('=');
            if (equals > 0 && trimmed.substring(0, equals).strip().equalsIgnoreCase(name)) {
                String value = trimmed.substring(equals + 1).strip();
                boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
                return quoted ? value.substring(1, value.length() - 1) : value;
            }
        }
        return "";
    }
}
