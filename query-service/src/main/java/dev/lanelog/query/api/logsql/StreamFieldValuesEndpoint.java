package dev.lanelog.query.api.logsql;

import java.io.IOException;

/** {@code /select/logsql/stream_field_values}: the values that one label ({@code field}) has in the streams of the selected rows, with the number of rows; {@code filter} keeps values that contain a text, {@code limit} those with most rows. */
final class StreamFieldValuesEndpoint implements SelectEndpoint {
    private final EndpointContext context;

    StreamFieldValuesEndpoint(EndpointContext context) {
        this.context = context;
    }

    @Override
    public String path() {
        return "/select/logsql/stream_field_values";
    }

    @Override
    public void handle(SelectRequest request, SelectResponse response) throws IOException, InterruptedException {
        CommonArgs args = context.args(request);
        String field = request.args().get("field");
        if (field.isEmpty()) {
            throw ApiException.badRequest("missing 'field' query arg");
        }
        long limit = request.args().count("limit");
        ValueHits values = StreamFields.of(context, args, field, request, response);
        EndpointContext.answer(
                args, values.containing(request.args().get("filter")).toJson(limit), request, response);
    }
}
