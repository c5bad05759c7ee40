package dev.lanelog.gateway.insert;

import dev.lanelog.gateway.config.GatewayConfig;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Ready while inserts are taken: Kafka answers and the service is not stopping. */
@Readiness
@ApplicationScoped
public class GatewayReadiness implements HealthCheck {
    private final GatewayConfig config;
    private final InsertService service;

    @Inject
    public GatewayReadiness(GatewayConfig config, InsertService service) {
        this.config = config;
        this.service = service;
    }

    @Override
    public HealthCheckResponse call() {
        String why = config.enabled() ? service.unavailable() : null;
        return why == null
                ? HealthCheckResponse.up("gateway")
                : HealthCheckResponse.named("gateway")
                        .down()
                        .withData("reason", why)
                        .build();
    }
}
