package dev.lanelog.query.api.logsql;

import dev.lanelog.columnar.group.Tenant;
import java.io.IOException;
import java.util.List;

/**
 * {@code /select/tenant_ids}: the tenants that have rows on the days from {@code start} to {@code end}. Not for requests
 * of a tenant.
 */
final class TenantIdsEndpoint implements SelectEndpoint {
    private static final long DAY_NS = 86_400_000_000_000L;

    private final EndpointContext context;

    TenantIdsEndpoint(EndpointContext context) {
        this.context = context;
    }

    @Override
    public String path() {
        return "/select/tenant_ids";
    }

    @Override
    public void handle(SelectRequest request, SelectResponse response) throws IOException, InterruptedException {
        String account = request.headers().apply("AccountID");
        if (account != null && !account.isEmpty()) {
            throw new ApiException(
                    403,
                    "the /select/tenant_ids endpoint cannot be requested with non-empty AccountID="
                            + GoSyntax.quote(account) + " header");
        }
        long start = CommonArgs.time(request, "start", Long.MIN_VALUE, context.limits());
        long end = CommonArgs.time(request, "end", Long.MAX_VALUE, context.limits());
        if (start >= end) {
            throw ApiException.badRequest(
                    "'start=" + start + "' must be smaller than 'end=" + (end == Long.MIN_VALUE ? end : end - 1) + "'");
        }
        boolean allowPartial =
                request.args().flag("allow_partial_response", context.limits().allowPartial());
        List<Tenant> tenants = context.runs()
                .look(
                        allowPartial,
                        response,
                        snapshot -> snapshot.tenants(
                                TimeBuckets.floor(start, DAY_NS, 0), TimeBuckets.ceil(end, DAY_NS, 0)));
        JsonWriter json = new JsonWriter().raw("[");
        for (int i = 0; i < tenants.size(); i++) {
            json.separator(i == 0)
                    .raw("{\"account_id\":")
                    .number(Integer.toUnsignedLong(tenants.get(i).accountId()))
                    .raw(",\"project_id\":")
                    .number(Integer.toUnsignedLong(tenants.get(i).projectId()))
                    .raw("}");
        }
        EndpointContext.answer(json.raw("]"), response);
    }
}
