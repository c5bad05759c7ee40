package dev.lanelog.query.api.logsql;

import java.io.IOException;

/** {@code /select/logsql/stream_ids}: the ids of the streams of the selected rows, with the number of rows; {@code limit} keeps those with most rows. */
final class StreamIdsEndpoint implements SelectEndpoint {
    private final EndpointContext context;

    StreamIdsEndpoint(EndpointContext context) {
        this.context = context;
    }

    @Override
    public String path() {
        return "/select/logsql/stream_ids";
    }

    @Override
    public void handle(SelectRequest request, SelectResponse response) throws IOException, InterruptedException {
        CommonArgs args = context.args(request);
        long limit = request.args().count("limit");
        ValueHits ids = context.values(args, "field_values _stream_id", "hits", request, response);
        EndpointContext.answer(args, ids.toJson(limit), request, response);
    }
}
