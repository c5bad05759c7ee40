package dev.lanelog.gateway.http;

import dev.lanelog.gateway.config.GatewayConfig;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The port where OpenTelemetry SDKs send to when nothing is configured. It has a router of its own: the main one carries
 * what Quarkus hangs on it, and must not be served by a second server.
 */
@ApplicationScoped
public class OtlpHttpListener {
    private static final Logger LOG = Logger.getLogger(OtlpHttpListener.class);
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private final GatewayConfig config;
    private final InsertRoutes routes;
    private final Vertx vertx;
    private volatile @Nullable HttpServer server;

    @Inject
    public OtlpHttpListener(GatewayConfig config, InsertRoutes routes, Vertx vertx) {
        this.config = config;
        this.routes = routes;
        this.vertx = vertx;
    }

    void start(@Observes StartupEvent event) {
        int wanted = config.otlp().httpPort();
        if (!config.enabled() || wanted < 0 || !routes.hasOtlp()) {
            return;
        }
        Router router = Router.router(vertx);
        routes.otlpRoutes(router);
        HttpServerOptions options = new HttpServerOptions()
                .setHost(config.listen())
                .setPort(wanted)
                .setDecompressionSupported(false)
                .setIdleTimeout(
                        (int) config.body().idleTimeout().plusSeconds(60).toSeconds());
        try {
            HttpServer listening = vertx.createHttpServer(options)
                    .requestHandler(router)
                    .listen()
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
            server = listening;
            LOG.infof("otlp-http-start address=%s:%d", config.listen(), listening.actualPort());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the OTLP/HTTP listener started", e);
        } catch (java.util.concurrent.ExecutionException | TimeoutException e) {
            throw new IllegalStateException(
                    "cannot listen for OTLP/HTTP on " + config.listen() + ":" + wanted
                            + "; set lanelog.gateway.otlp.http-port to a free port, or to -1 to turn it off",
                    e);
        }
    }

    /** The port that is listened on; -1 if none is. */
    public int port() {
        HttpServer listening = server;
        return listening == null ? -1 : listening.actualPort();
    }

    void stop(@Observes ShutdownEvent event) {
        HttpServer listening = server;
        if (listening != null) {
            listening.close().onFailure(error -> LOG.warnf("otlp-http-stop error=\"%s\"", error.getMessage()));
        }
    }
}
