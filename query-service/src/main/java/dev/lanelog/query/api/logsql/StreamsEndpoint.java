package dev.lanelog.query.api.logsql;

import java.io.IOException;

/** {@code /select/logsql/streams}: the streams of the selected rows, with the number of rows; {@code limit} keeps those with most rows. */
final class StreamsEndpoint implements SelectEndpoint {
    private final EndpointContext context;

    StreamsEndpoint(EndpointContext context) {
        this.context = context;
    }

    @Override
    public String path() {
        return "/select/logsql/streams";
    }

    @Override
    public void handle(SelectRequest request, SelectResponse response) throws IOException, InterruptedException {
        CommonArgs args = context.args(request);
        long limit = request.args().count("limit");
        ValueHits streams = context.values(args, "field_values _stream", "hits", request, response);
        EndpointContext.answer(args, streams.toJson(limit), request, response);
    }
}
