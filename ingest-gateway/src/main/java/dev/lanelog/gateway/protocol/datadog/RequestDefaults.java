package dev.lanelog.gateway.protocol.datadog;

import dev.lanelog.gateway.http.InsertRequest;
import dev.lanelog.gateway.row.BadRequestException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What a request says about those of its items that don't say it themselves.
 *
 * @param timeMs the header {@code dd-message-timestamp}, ms since 1970; 0 or less for none
 * @param fields the arguments {@code ddsource}, {@code ddtags}, {@code hostname} and {@code service}
 */
record RequestDefaults(long timeMs, List<Field> fields) {
    private static final List<String> ARGS = List.of("ddsource", "ddtags", "hostname", "service");

    record Field(byte[] name, byte[] value) {}

    static RequestDefaults of(InsertRequest request) throws BadRequestException {
        String header = request.header("dd-message-timestamp");
        long time = 0;
        if (header != null && !header.isEmpty()) {
            try {
                time = Long.parseLong(header);
            } catch (NumberFormatException e) {
                throw new BadRequestException("cannot parse the header dd-message-timestamp: \"" + header
                        + "\"; use milliseconds since 1970-01-01");
            }
        }
        List<Field> fields = new ArrayList<>();
        for (String name : ARGS) {
            String value = request.arg(name);
            if (value != null && !value.isEmpty()) {
                fields.add(new Field(name.getBytes(StandardCharsets.US_ASCII), value.getBytes(StandardCharsets.UTF_8)));
            }
        }
        return new RequestDefaults(time, List.copyOf(fields));
    }
}
