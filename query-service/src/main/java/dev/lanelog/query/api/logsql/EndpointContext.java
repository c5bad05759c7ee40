package dev.lanelog.query.api.logsql;

import java.io.IOException;

/** What endpoints share. */
record EndpointContext(QueryRuns runs, ApiLimits limits, QueryTexts texts) {
    CommonArgs args(SelectRequest request) {
        return CommonArgs.of(request, limits, texts);
    }

    /** Runs the query of {@code args} with more pipes and adds up the values of its rows. */
    ValueHits values(CommonArgs args, String pipes, String countName, SelectRequest request, SelectResponse response)
            throws IOException, InterruptedException {
        ValueHits values = new ValueHits(limits.queryMemoryBytes());
        CommonArgs rewritten = args.withQuery(texts.append(args.query(), pipes));
        runs.runRows(
                rewritten.call(request, limits, 0, 0),
                response,
                (names, cells) -> values.addRow(names, cells, countName));
        return values;
    }

    static void answer(CommonArgs args, JsonWriter json, SelectRequest request, SelectResponse response)
            throws IOException {
        args.describe(request, response);
        answer(json, response);
    }

    static void answer(JsonWriter json, SelectResponse response) throws IOException {
        response.contentType("application/json");
        byte[] bytes = json.toBytes();
        response.write(bytes, 0, bytes.length);
    }
}
