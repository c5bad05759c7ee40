package dev.lanelog.gateway.protocol.datadog;

import dev.lanelog.gateway.http.InsertRequest;
import dev.lanelog.gateway.row.BadRequestException;
import java.util.List;

/**
 * What a request says about those of its items that don't say it themselves.
 *
 * @param timeMs the header {@code dd-message-timestamp}, ms since 1970; 0 or less for none
 * @param fields the arguments {@code ddsource}, {@code ddtags}, {@code hostname} and {@code service}
 */
record RequestDefaults(long timeMs, List<InsertRequest.Field> fields) {
    private static final List<String> ARGS = List.of("ddsource", "ddtags", "hostname", "service");

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
        return new RequestDefaults(time, request.fields(ARGS));
    }
}
