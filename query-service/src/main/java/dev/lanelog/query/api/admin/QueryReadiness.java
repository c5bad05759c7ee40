package dev.lanelog.query.api.admin;

import dev.lanelog.query.catalog.ClusterService;
import dev.lanelog.query.config.QueryConfig;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Ready when the catalog was read to its end and every indexer in it has sent its whole state. Does not block. */
@Readiness
@ApplicationScoped
public class QueryReadiness implements HealthCheck {
    private final QueryConfig config;
    private final ClusterService cluster;

    @Inject
    public QueryReadiness(QueryConfig config, ClusterService cluster) {
        this.config = config;
        this.cluster = cluster;
    }

    @Override
    public HealthCheckResponse call() {
        if (!config.enabled()) {
            return HealthCheckResponse.named("query")
                    .up()
                    .withData("role", "off")
                    .build();
        }
        String reason = cluster.notReadyBecause();
        return reason.isEmpty()
                ? HealthCheckResponse.up("query")
                : HealthCheckResponse.named("query")
                        .down()
                        .withData("reason", reason)
                        .build();
    }
}
