package dev.lanelog.query.api.logsql;

import java.io.IOException;

/** {@code /select/logsql/stream_field_names}: the labels of the streams of the selected rows, with the number of rows; {@code filter} keeps names that contain a text. */
final class StreamFieldNamesEndpoint implements SelectEndpoint {
    private final EndpointContext context;

    StreamFieldNamesEndpoint(EndpointContext context) {
        this.context = context;
    }

    @Override
    public String path() {
        return "/select/logsql/stream_field_names";
    }

    @Override
    public void handle(SelectRequest request, SelectResponse response) throws IOException, InterruptedException {
        CommonArgs args = context.args(request);
        ValueHits labels = StreamFields.of(context, args, null, request, response);
        EndpointContext.answer(
                args, labels.containing(request.args().get("filter")).toJson(0), request, response);
    }
}
