package dev.lanelog.query.api.logsql;

import java.io.IOException;

/**
 * {@code /select/logsql/query}: the rows of a query as NDJSON, streamed as they are found. With {@code limit=N} the N
 * rows with the largest {@code _time} when the query's pipes leave the time alone, else any N; {@code offset} skips rows
 * first.
 */
final class QueryEndpoint implements SelectEndpoint {
    private final EndpointContext context;

    QueryEndpoint(EndpointContext context) {
        this.context = context;
    }

    @Override
    public String path() {
        return "/select/logsql/query";
    }

    @Override
    public void handle(SelectRequest request, SelectResponse response) throws IOException, InterruptedException {
        CommonArgs args = context.args(request);
        long offset = request.args().count("offset");
        long limit = request.args().count("limit");
        String format = request.args().get("format");
        if (!format.isEmpty() && !format.equals("csv")) {
            throw ApiException.badRequest("unexpected format=" + GoSyntax.quote(format) + "; expecting 'csv' or ''");
        }
        if (limit == 0 && offset > 0) {
            args = args.withQuery(context.texts().append(args.query(), "offset " + offset));
            offset = 0;
        }
        response.contentType(format.isEmpty() ? "application/stream+json" : "text/csv");
        if (request.head()) {
            args.describe(request, response);
            return;
        }
        EngineCall call = args.call(request, context.limits(), limit, offset);
        if (format.isEmpty()) {
            streamJson(args, call, request, response);
        } else {
            new CsvAnswer(context).write(args, call, request, response);
        }
    }

    private void streamJson(CommonArgs args, EngineCall call, SelectRequest request, SelectResponse response)
            throws IOException, InterruptedException {
        context.runs().run(call, response, (buf, off, len) -> {
            if (!response.started()) {
                args.describe(request, response);
            }
            response.write(buf, off, len);
        });
        if (!response.started()) {
            args.describe(request, response);
        }
    }
}
