package dev.lanelog.query.api.logsql;

import java.io.IOException;

/**
 * {@code /select/logsql/stats_query_range}: the result of a query with a {@code stats} pipe for each {@code step} of time,
 * as Prometheus' matrix. Buckets begin at multiples of the step since the epoch, moved by {@code offset}.
 */
final class StatsQueryRangeEndpoint implements SelectEndpoint {
    private final EndpointContext context;

    StatsQueryRangeEndpoint(EndpointContext context) {
        this.context = context;
    }

    @Override
    public String path() {
        return "/select/logsql/stats_query_range";
    }

    @Override
    public ErrorFormat errorFormat() {
        return ErrorFormat.PROMETHEUS;
    }

    @Override
    public void handle(SelectRequest request, SelectResponse response) throws IOException, InterruptedException {
        CommonArgs args = context.args(request);
        long step = Durations.argument(request.args(), "step", "");
        if (step <= 0) {
            throw ApiException.badRequest("'step' must be bigger than zero");
        }
        long offset = Durations.argument(request.args(), "offset", "0s");
        StatsShape.Ranged ranged = StatsShape.byTime(args.query(), step, offset, context.texts());
        StatsPoints points = new StatsPoints(ranged.query(), ranged.labels(), args.timeNs(), true);
        CommonArgs rewritten = args.withQuery(ranged.query());
        context.runs().runRows(rewritten.call(request, context.limits(), 0, 0), response, points::row);
        EndpointContext.answer(args, points.toMatrix(), request, response);
    }
}
