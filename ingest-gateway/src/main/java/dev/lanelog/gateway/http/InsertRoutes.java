package dev.lanelog.gateway.http;

import dev.lanelog.gateway.config.GatewayConfig;
import dev.lanelog.gateway.insert.ByteBudget;
import dev.lanelog.gateway.insert.InsertOutcome;
import dev.lanelog.gateway.insert.InsertService;
import io.quarkus.arc.All;
import io.vertx.core.Context;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Routes of all protocols. Bodies are taken buffer by buffer from the event loop and parsed on one virtual thread per
 * request; how many run at a time is bounded by the byte budget of the gateway. Bodies are never parsed as forms, whatever
 * their content type says.
 */
@ApplicationScoped
public class InsertRoutes {
    private static final Logger LOG = Logger.getLogger(InsertRoutes.class);
    /** What a request costs beside its body: buffers, names, its batch under way. */
    private static final long REQUEST_BYTES = 64 << 10;

    private static final int RETRY_SECONDS = 1;

    private final GatewayConfig config;
    private final InsertService service;
    private final HttpInsert inserts;
    private final Map<String, InsertHandler> byPath = new HashMap<>();
    private final Map<String, InsertHandler> byOtlpPath = new HashMap<>();
    private final Map<String, Map<String, String>> settings;

    @Inject
    public InsertRoutes(GatewayConfig config, InsertService service, @All List<InsertHandler> handlers) {
        this.config = config;
        this.service = service;
        GatewayConfig.Body body = config.body();
        this.inserts = new HttpInsert(
                new BodyDecoder(
                        body.maxDecodedBytes().asLongValue(),
                        body.maxRatio(),
                        Math.toIntExact(body.maxWholeBytes().asLongValue())),
                service::insert);
        for (InsertHandler handler : handlers) {
            register(byPath, handler, handler.paths());
            register(byOtlpPath, handler, handler.otlpPaths());
        }
        this.settings = ServerDefaults.byProtocol(
                config.defaults(),
                handlers.stream().map(InsertHandler::protocol).collect(Collectors.toCollection(TreeSet::new)));
    }

    private static void register(Map<String, InsertHandler> into, InsertHandler handler, List<String> paths) {
        for (String path : paths) {
            InsertHandler other = into.put(path, handler);
            if (other != null) {
                throw new IllegalStateException(
                        path + " is claimed by " + other.protocol() + " and " + handler.protocol());
            }
        }
    }

    void routes(@Observes Router router) {
        if (!config.enabled()) {
            return;
        }
        for (String path : byPath.keySet()) {
            if (!path.startsWith("/insert/")) {
                router.route(path).handler(context -> dispatch(context, byPath::get));
            }
        }
        router.route("/insert/*").handler(context -> dispatch(context, byPath::get));
        router.route("//insert/*").handler(context -> dispatch(context, byPath::get));
        // After the probes and stubs that protocols bring along themselves.
        router.route("/insert/*")
                .last()
                .handler(context -> send(
                        context.response(), unsupportedPath(context.request().path())));
    }

    /** Adds the routes of the OTLP/HTTP listener. */
    void otlpRoutes(Router router) {
        for (String path : byOtlpPath.keySet()) {
            router.route(path).handler(context -> dispatch(context, byOtlpPath::get));
        }
    }

    boolean hasOtlp() {
        return !byOtlpPath.isEmpty();
    }

    private void dispatch(RoutingContext routing, Function<String, InsertHandler> handlers) {
        HttpServerRequest request = routing.request();
        String path = collapseSlashes(request.path());
        if (request.method().name().equals("OPTIONS")) {
            routing.response().setStatusCode(204).end();
            return;
        }
        if (path.equals("/insert/ready")) {
            routing.response().putHeader("Content-Type", InsertResponse.JSON).end("{\"status\":\"ok\"}");
            return;
        }
        InsertHandler handler = handlers.apply(path);
        if (handler == null) {
            routing.next();
            return;
        }
        if (!handler.methods().contains(request.method().name())) {
            send(routing.response(), methodNotAllowed(handler));
            return;
        }
        start(handler, head(handler, request, path), request);
    }

    private void start(InsertHandler handler, InsertRequest head, HttpServerRequest request) {
        long started = System.nanoTime();
        ByteBudget.Lease lease = service.budget().tryLease(REQUEST_BYTES + expectedBytes(request));
        if (lease == null) {
            InsertResponse busy = handler.respond(
                    head,
                    HttpInsert.notLookedAt(new InsertOutcome.Failure(
                            429,
                            "the gateway has all the bytes under way that it may have (lanelog.gateway.in-flight-bytes)",
                            RETRY_SECONDS)));
            service.timed(handler.protocol(), busy.status(), System.nanoTime() - started);
            send(request.response(), busy);
            return;
        }
        Context context = Vertx.currentContext();
        BodyPipe body = new BodyPipe(request, context, config.body().idleTimeout());
        Thread.ofVirtual().name("insert-" + handler.protocol()).start(() -> {
            InsertResponse response;
            try (lease) {
                response = inserts.handle(handler, head, body, lease);
            } catch (RuntimeException e) {
                LOG.errorf(e, "insert-failed protocol=%s path=%s", handler.protocol(), head.path());
                response = InsertResponse.of(500, InsertResponse.TEXT, "internal error; see the log of the gateway\n");
            }
            answer(handler, response, body, request, context);
            service.timed(handler.protocol(), response.status(), System.nanoTime() - started);
        });
    }

    private static void answer(
            InsertHandler handler, InsertResponse response, BodyPipe body, HttpServerRequest request, Context context) {
        boolean whole = body.ended();
        body.discard();
        context.runOnContext(v -> {
            HttpServerResponse out = request.response();
            if (out.closed() || out.ended()) {
                LOG.debugf("answer-lost protocol=%s status=%d", handler.protocol(), response.status());
                return;
            }
            if (!whole && request.version() != HttpVersion.HTTP_2) {
                // The rest of the body is not wanted: don't let the sender push it through.
                out.putHeader("Connection", "close");
            }
            send(out, response);
        });
    }

    private static long expectedBytes(HttpServerRequest request) {
        String length = request.getHeader("Content-Length");
        long bytes = BodyPipe.HIGH_WATER;
        if (length != null) {
            try {
                bytes = Math.clamp(Long.parseLong(length), 0, BodyPipe.HIGH_WATER);
            } catch (NumberFormatException e) {
                LOG.debugf("content-length %s", length); // The server refuses such a request itself.
            }
        }
        return bytes;
    }

    private InsertRequest head(InsertHandler handler, HttpServerRequest request, String path) {
        return new InsertRequest(
                request.method().name(),
                path,
                firsts(request.params(), false),
                firsts(request.headers(), true),
                settings.getOrDefault(handler.protocol(), Map.of()));
    }

    private static Map<String, String> firsts(MultiMap all, boolean lowerCase) {
        Map<String, String> firsts = new LinkedHashMap<>();
        all.forEach((name, value) -> firsts.putIfAbsent(lowerCase ? name.toLowerCase(Locale.ROOT) : name, value));
        return firsts;
    }

    /** Doubled slashes are as good as one. */
    static String collapseSlashes(String path) {
        int doubled = path.indexOf("//");
        if (doubled < 0) {
            return path;
        }
        StringBuilder single = new StringBuilder(path.length());
        for (int i = 0; i < path.length(); i++) {
            if (path.charAt(i) != '/' || i == 0 || path.charAt(i - 1) != '/') {
                single.append(path.charAt(i));
            }
        }
        return single.toString();
    }

    private static void send(HttpServerResponse out, InsertResponse response) {
        out.setStatusCode(response.status());
        if (response.contentType() != null) {
            out.putHeader("Content-Type", response.contentType());
        }
        response.headers().forEach(out::putHeader);
        out.end(io.vertx.core.buffer.Buffer.buffer(response.body()));
    }

    static InsertResponse unsupportedPath(String path) {
        return InsertResponse.of(400, InsertResponse.TEXT, "unsupported path requested: \"" + path + "\"\n");
    }

    static InsertResponse methodNotAllowed(InsertHandler handler) {
        return new InsertResponse(
                405, InsertResponse.JSON, new byte[0], Map.of("Allow", String.join(", ", handler.methods())));
    }
}
