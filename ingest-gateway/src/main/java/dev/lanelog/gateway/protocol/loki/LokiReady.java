package dev.lanelog.gateway.protocol.loki;

import dev.lanelog.gateway.config.GatewayConfig;
import io.vertx.ext.web.Router;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;

/** {@code /insert/loki/ready}, which some agents ask before they push. */
@ApplicationScoped
public class LokiReady {
    private final GatewayConfig config;

    @Inject
    public LokiReady(GatewayConfig config) {
        this.config = config;
    }

    void routes(@Observes Router router) {
        if (config.enabled()) {
            router.route("/insert/loki/ready")
                    .handler(context -> context.response()
                            .putHeader("Content-Type", "text/plain; charset=utf-8")
                            .end("ready"));
        }
    }
}
