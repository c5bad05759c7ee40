package dev.lanelog.query.api.logsql;

import java.io.IOException;

/** {@code /select/logsql/field_names}: the fields that the selected rows have, with the number of rows; {@code filter} keeps names that contain a text. */
final class FieldNamesEndpoint implements SelectEndpoint {
    private final EndpointContext context;

    FieldNamesEndpoint(EndpointContext context) {
        this.context = context;
    }

    @Override
    public String path() {
        return "/select/logsql/field_names";
    }

    @Override
    public void handle(SelectRequest request, SelectResponse response) throws IOException, InterruptedException {
        CommonArgs args = context.args(request);
        ValueHits names = context.values(args, "field_names", "hits", request, response);
        EndpointContext.answer(
                args, names.containing(request.args().get("filter")).toJson(0), request, response);
    }
}
