package dev.lanelog.query.api.logsql;

import dev.lanelog.query.logsql.ast.GoQuote;
import dev.lanelog.query.logsql.ast.Names;
import java.io.IOException;
import java.util.List;

/** {@code /select/logsql/field_values}: the values of one {@code field}, with the number of rows; {@code filter} keeps values that contain a text, {@code limit} those with most rows. */
final class FieldValuesEndpoint implements SelectEndpoint {
    private final EndpointContext context;

    FieldValuesEndpoint(EndpointContext context) {
        this.context = context;
    }

    @Override
    public String path() {
        return "/select/logsql/field_values";
    }

    @Override
    public void handle(SelectRequest request, SelectResponse response) throws IOException, InterruptedException {
        CommonArgs args = context.args(request);
        String field = request.args().get("field");
        if (field.isEmpty()) {
            throw ApiException.badRequest("missing 'field' query arg");
        }
        long limit = request.args().count("limit");
        String countName = Names.uniqueResultName("hits", List.of(field));
        ValueHits values = context.values(args, "field_values " + GoQuote.quote(field), countName, request, response);
        EndpointContext.answer(
                args, values.containing(request.args().get("filter")).toJson(limit), request, response);
    }
}
