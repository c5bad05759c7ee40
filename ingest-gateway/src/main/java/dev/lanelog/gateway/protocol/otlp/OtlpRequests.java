package dev.lanelog.gateway.protocol.otlp;

import dev.lanelog.gateway.protocol.otlp.JsonScanner.SyntaxException;
import dev.lanelog.gateway.row.BadRequestException;
import dev.lanelog.gateway.row.FieldSink;
import dev.lanelog.gateway.row.RequestOptions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What both transports do with a request: options and bytes in, rows out. */
final class OtlpRequests {
    private OtlpRequests() {}

    /**
     * The options of a request. A record states its own time, so no field is looked at for it unless asked for; and its
     * body is its message, so a field named for that is only asked when there is no body.
     */
    static RequestOptions options(RequestOptions.Params params) throws BadRequestException {
        RequestOptions options = RequestOptions.parse(params);
        if (options.timeFields().equals(RequestOptions.DEFAULT.timeFields())) {
            options = options.withTimeFields(List.of());
        }
        if (!options.msgFields().isEmpty()) {
            List<String> names = new ArrayList<>();
            names.add("_msg");
            names.addAll(options.msgFields());
            options = options.withMsgFields(List.copyOf(names));
        }
        return options;
    }

    /**
     * Hands the records of a protobuf request on.
     *
     * @param body holds it from 0 to {@code length}
     *
     * @throws BadRequestException if it is no such request; when only parts of it are not, these are rejected rows
     */
    static void readProtobuf(byte[] body, int length, FieldSink sink) throws BadRequestException {
        decode(body, length, SkippedRecords.NONE, sink);
    }

    /**
     * Hands the records of a JSON request on.
     *
     * @throws BadRequestException if it is no such request; a record with a wrong value is only a rejected row
     */
    static void readJson(byte[] body, FieldSink sink) throws BadRequestException {
        JsonTranscoder.Result request;
        try {
            request = JsonTranscoder.transcode(body, 0, body.length);
        } catch (SyntaxException e) {
            throw new BadRequestException("cannot decode the OTLP request: " + e.reason());
        } catch (MalformedOtlpException e) {
            throw new BadRequestException("cannot decode the OTLP request: " + e.reason());
        }
        decode(request.bytes(), request.length(), request.skipped(), sink);
    }

    private static void decode(byte[] bytes, int length, SkippedRecords skipped, FieldSink sink)
            throws BadRequestException {
        LogsDecoder decoder = new LogsDecoder();
        @Nullable String fault = decoder.decode(bytes, 0, length, skipped, sink);
        if (fault != null && decoder.accepted() == 0) {
            throw new BadRequestException("cannot decode the OTLP request: " + fault);
        }
    }
}
