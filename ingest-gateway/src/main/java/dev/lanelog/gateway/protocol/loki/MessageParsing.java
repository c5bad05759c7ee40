package dev.lanelog.gateway.protocol.loki;

import dev.lanelog.gateway.http.InsertRequest;
import dev.lanelog.gateway.row.BadRequestException;
import dev.lanelog.gateway.row.RequestOptions;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of messages that are JSON objects.
 *
 * @param off they stay text
 * @param prefix goes before the names of their fields
 */
record MessageParsing(boolean off, String prefix) {
    static MessageParsing of(InsertRequest request) throws BadRequestException {
        String off = value(request, "disable_message_parsing", "VL-Loki-Disable-Message-Parsing");
        return new MessageParsing(
                RequestOptions.bool("disable_message_parsing", off),
                value(request, "message_fields_prefix", "VL-Loki-Message-Fields-Prefix"));
    }

    private static String value(InsertRequest request, String arg, String header) {
        @Nullable String value = request.arg(arg);
        if (value == null || value.isEmpty()) {
            value = request.header(header);
        }
        return value == null ? "" : value;
    }
}
