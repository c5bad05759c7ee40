package dev.lanelog.gateway.protocol.datadog;

import dev.lanelog.gateway.config.GatewayConfig;
import io.vertx.ext.web.Router;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.util.List;

/** {@code /api/v1/validate}, with which agents ask whether their key is good. Every key is. */
@ApplicationScoped
public class DatadogValidate {
    private static final List<String> PATHS = List.of("/api/v1/validate", "/insert/datadog/api/v1/validate");

    private final GatewayConfig config;

    @Inject
    public DatadogValidate(GatewayConfig config) {
        this.config = config;
    }

    void routes(@Observes Router router) {
        if (config.enabled()) {
            for (String path : PATHS) {
                router.route(path)
                        .handler(context -> context.response()
                                .putHeader("Content-Type", "text/plain; charset=utf-8")
                                .end("{}"));
            }
        }
    }
}
