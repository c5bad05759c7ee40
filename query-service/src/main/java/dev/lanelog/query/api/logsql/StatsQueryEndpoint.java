package dev.lanelog.query.api.logsql;

import java.io.IOException;

/** {@code /select/logsql/stats_query}: the result of a query with a {@code stats} pipe at {@code time}, as Prometheus' instant vector. */
final class StatsQueryEndpoint implements SelectEndpoint {
    private final EndpointContext context;

    StatsQueryEndpoint(EndpointContext context) {
        this.context = context;
    }

    @Override
    public String path() {
        return "/select/logsql/stats_query";
    }

    @Override
    public ErrorFormat errorFormat() {
        return ErrorFormat.PROMETHEUS;
    }

    @Override
    public void handle(SelectRequest request, SelectResponse response) throws IOException, InterruptedException {
        CommonArgs args = context.args(request);
        StatsPoints points = new StatsPoints(args.query(), StatsShape.labels(args.query()), args.timeNs(), false);
        context.runs().runRows(args.call(request, context.limits(), 0, 0), response, points::row);
        EndpointContext.answer(args, points.toVector(), request, response);
    }
}
