package dev.lanelog.gateway.protocol.splunk;

import dev.lanelog.gateway.config.GatewayConfig;
import dev.lanelog.gateway.http.InsertResponse;
import dev.lanelog.gateway.insert.InsertService;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;

/**
 * What clients of the collector ask beside sending. {@code health}: 200 while inserts are taken, else 503. {@code ack}:
 * refused, because an answer of the collector already means that the events are safe.
 */
@ApplicationScoped
public class HecProbes {
    private final GatewayConfig config;
    private final InsertService service;

    @Inject
    public HecProbes(GatewayConfig config, InsertService service) {
        this.config = config;
        this.service = service;
    }

    void routes(@Observes Router router) {
        if (!config.enabled()) {
            return;
        }
        for (String path : HecReplies.paths("/health", "/health/1.0")) {
            router.route(path).handler(this::health);
        }
        for (String path : HecReplies.paths("/ack", "/ack/1.0")) {
            router.route(path)
                    .handler(context -> json(
                            context.response(),
                            400,
                            HecReplies.simple("ACK is disabled: success already means that the events are safe", 14)));
        }
    }

    private void health(RoutingContext context) {
        String why = service.unavailable();
        if (why == null) {
            context.response().end();
        } else {
            json(context.response(), 503, HecReplies.simple("HEC is unhealthy", 18));
        }
    }

    private static void json(HttpServerResponse out, int status, String body) {
        out.setStatusCode(status).putHeader("Content-Type", InsertResponse.JSON).end(body);
    }
}
