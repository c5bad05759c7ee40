package dev.lanelog.proto.ops;

import io.smallrye.health.SmallRyeHealth;
import io.smallrye.health.SmallRyeHealthReporter;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The routes that operators and load balancers ask, the same in every service: {@code /health} and {@code /-/healthy}
 * answer 200 while the process works, {@code /-/ready} answers 200 while every role in this process can do its job now
 * and 503 with the failing checks otherwise. A role adds a {@code @Readiness} check; checks must not block.
 */
@ApplicationScoped
public class OpsRoutes {
    private final SmallRyeHealthReporter reporter;
    private final AtomicBoolean draining = new AtomicBoolean();

    @Inject
    public OpsRoutes(SmallRyeHealthReporter reporter) {
        this.reporter = reporter;
    }

    void register(@Observes Router router) {
        router.get("/health").handler(OpsRoutes::healthy);
        router.get("/-/healthy").handler(OpsRoutes::healthy);
        router.get("/-/ready").handler(this::ready);
    }

    /** Makes {@code /-/ready} answer 503 from now on, so that load balancers look elsewhere before the drain begins. */
    public void startDrain() {
        draining.set(true);
    }

    private static void healthy(RoutingContext context) {
        context.response()
                .putHeader("Content-Type", "text/plain; charset=utf-8")
                .end("OK");
    }

    private void ready(RoutingContext context) {
        if (draining.get()) {
            context.response().setStatusCode(503).end("draining\n");
            return;
        }
        reporter.getReadinessAsync()
                .subscribe()
                .with(
                        (SmallRyeHealth health) -> context.response()
                                .setStatusCode(health.isDown() ? 503 : 200)
                                .putHeader("Content-Type", "application/json")
                                .end(health.getPayload().toString() + "\n"),
                        context::fail);
    }
}
