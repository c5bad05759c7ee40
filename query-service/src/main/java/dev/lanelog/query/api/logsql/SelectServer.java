package dev.lanelog.query.api.logsql;

import dev.lanelog.query.engine.Cancellation;
import dev.lanelog.query.engine.QueryCancelledException;
import dev.lanelog.query.engine.QueryException;
import dev.lanelog.query.engine.QueryTimeoutException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Takes requests below {@code /select/} from Vert.x, runs each on a virtual thread of its own once it was let in, and
 * turns whatever goes wrong into an answer. Event loops only collect forms and pass buffers on.
 */
final class SelectServer {
    private static final Logger LOG = Logger.getLogger(SelectServer.class);
    private static final long SLOW_NS = TimeUnit.SECONDS.toNanos(5);

    private final Map<String, SelectEndpoint> endpoints = new HashMap<>();
    private final Admission queries;
    private final Admission tails;
    private final SelectMetrics metrics;
    private final InstantSource clock;
    private final int formBytes;
    private final ExecutorService drivers = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("query-", 0).factory());
    private final Map<Cancellation, SelectEndpoint> running = new ConcurrentHashMap<>();
    private volatile boolean draining;

    /**
     * @param formBytes largest form in a request body
     */
    SelectServer(
            List<SelectEndpoint> endpoints,
            Admission queries,
            Admission tails,
            SelectMetrics metrics,
            InstantSource clock,
            int formBytes) {
        for (SelectEndpoint endpoint : endpoints) {
            this.endpoints.put(endpoint.path(), endpoint);
        }
        this.queries = queries;
        this.tails = tails;
        this.metrics = metrics;
        this.clock = clock;
        this.formBytes = formBytes;
    }

    /** Handles a request; called on its event loop. */
    void handle(RoutingContext context) {
        HttpServerRequest request = context.request();
        HttpServerResponse response = request.response();
        response.putHeader("Access-Control-Allow-Origin", "*");
        response.putHeader("Access-Control-Allow-Headers", "*");
        response.putHeader("Access-Control-Allow-Methods", "*");
        if (request.method().equals(HttpMethod.OPTIONS)) {
            var unused = response.setStatusCode(204).end();
            return;
        }
        String path = singleSlashes(String.valueOf(request.path()));
        SelectEndpoint endpoint = endpoints.get(path);
        if (endpoint == null) {
            refuse(response, 404, "unsupported path requested: " + GoSyntax.quote(path));
            return;
        }
        boolean post = request.method().equals(HttpMethod.POST);
        if (!post
                && !request.method().equals(HttpMethod.GET)
                && !request.method().equals(HttpMethod.HEAD)) {
            response.putHeader("Allow", "GET, HEAD, POST, OPTIONS");
            refuse(response, 405, "method " + request.method() + " is not allowed for " + path);
            return;
        }
        String contentType = request.getHeader("Content-Type");
        if (post && contentType != null && FormBody.isForm(contentType)) {
            collectForm(request, contentType, endpoint);
        } else {
            submit(request, endpoint, null, "");
        }
    }

    private static String singleSlashes(String path) {
        String collapsed = path;
        while (collapsed.contains("//")) {
            collapsed = collapsed.replace("//", "/");
        }
        return collapsed;
    }

    private static void refuse(HttpServerResponse response, int status, String text) {
        var unused = response.setStatusCode(status)
                .putHeader("Content-Type", "text/plain; charset=utf-8")
                .putHeader("X-Content-Type-Options", "nosniff")
                .end(text + "\n");
    }

    private void collectForm(HttpServerRequest request, String contentType, SelectEndpoint endpoint) {
        Buffer body = Buffer.buffer();
        boolean[] tooLarge = new boolean[1];
        request.handler(part -> {
            if (tooLarge[0]) {
                return;
            }
            if (body.length() + part.length() > formBytes) {
                tooLarge[0] = true;
                refuse(
                        request.response(),
                        413,
                        "the form in the request's body is larger than " + formBytes
                                + " bytes (lanelog.query.limits.form-bytes)");
                return;
            }
            body.appendBuffer(part);
        });
        request.endHandler(done -> {
            if (!tooLarge[0]) {
                submit(request, endpoint, body.getBytes(), contentType);
            }
        });
    }

    private void submit(
            HttpServerRequest request, SelectEndpoint endpoint, byte @Nullable [] form, String contentType) {
        Cancellation cancellation = new Cancellation();
        boolean head = request.method().equals(HttpMethod.HEAD);
        VertxResponse response = new VertxResponse(
                request.response(),
                BodyEncoding.accepted(request.getHeader("Accept-Encoding")),
                head,
                cancellation::isCancelled,
                cancellation::cancel);
        request.response().closeHandler(gone -> {
            cancellation.cancel();
            response.wake();
        });
        request.response().exceptionHandler(broken -> {
            cancellation.cancel();
            response.wake();
        });
        long receivedNs = Math.multiplyExact(clock.millis(), 1_000_000L);
        long startedNs = System.nanoTime();
        if (draining) {
            fail(endpoint, response, new ApiException(503, "the query-service is stopping"), cancellation);
            return;
        }
        var unused = drivers.submit(() -> {
            running.put(cancellation, endpoint);
            String outcome = "cut";
            try {
                RequestArgs args = form == null
                        ? RequestArgs.of(null, request.query())
                        : FormBody.args(contentType, form, request.query());
                outcome = drive(
                        endpoint,
                        new SelectRequest(
                                endpoint.path(), args, request::getHeader, head, receivedNs, startedNs, cancellation),
                        response);
            } catch (ApiException e) {
                outcome = fail(endpoint, response, e, cancellation);
            } finally {
                running.remove(cancellation);
                long durationNs = System.nanoTime() - startedNs;
                metrics.answered(endpoint.path(), outcome, durationNs);
                if (durationNs > SLOW_NS && !endpoint.endless()) {
                    LOG.infof(
                            "slow query path=%s outcome=%s durationMs=%d",
                            endpoint.path(), outcome, durationNs / 1_000_000);
                }
            }
        });
    }

    private String drive(SelectEndpoint endpoint, SelectRequest request, VertxResponse response) {
        Admission admission = endpoint.endless() ? tails : queries;
        try {
            admission.enter();
            try {
                endpoint.handle(request, response);
                response.end();
                return "200";
            } finally {
                admission.leave();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return fail(endpoint, response, e, request.cancellation());
        } catch (IOException | RuntimeException | OutOfMemoryError | StackOverflowError e) {
            return fail(endpoint, response, e, request.cancellation());
        }
    }

    /** Answers with an error, or cuts the answer off when it has begun; returns what happened, for the metric. */
    private String fail(SelectEndpoint endpoint, VertxResponse response, Throwable e, Cancellation cancellation) {
        if (cancellation.isCancelled() && !draining) {
            // Nobody listens any more; there is nothing to say and nothing went wrong here.
            response.abort();
            return "cancelled";
        }
        int status = status(e);
        String text = e instanceof ApiException api ? api.text() : message(e);
        if (status == 500) {
            LOG.errorf(e, "query failed path=%s", endpoint.path());
            text = "internal error: " + text;
        }
        boolean prometheus = endpoint.errorFormat() == SelectEndpoint.ErrorFormat.PROMETHEUS;
        int shown = prometheus && status == 400 ? 422 : status;
        boolean replaced = prometheus
                ? response.replace(
                        shown,
                        "application/json",
                        "{\"status\":\"error\",\"errorType\":\"" + shown + "\",\"error\":" + JsonWriter.quoted(text)
                                + "}")
                : response.replace(shown, "text/plain; charset=utf-8", text + "\n");
        if (replaced) {
            return Integer.toString(shown);
        }
        LOG.errorf("answer cut off path=%s status=%d reason=\"%s\"", endpoint.path(), status, text);
        response.abort();
        return "cut";
    }

    private static String message(Throwable e) {
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }

    private static int status(Throwable e) {
        return switch (e) {
            case ApiException api -> api.status();
            case QueryTimeoutException timeout -> 503;
            case QueryCancelledException cancelled -> 503;
            case QueryException refused -> 400;
            case InterruptedException stopping -> 503;
            case IOException unreadable -> 502;
            default -> 500;
        };
    }

    int runningRequests() {
        return running.size();
    }

    /** Takes no more requests, lets the running ones end for a while, then cancels what is left. */
    void drain(Duration patience) {
        draining = true;
        drivers.shutdown();
        int before = running.size();
        running.forEach((cancellation, endpoint) -> {
            if (endpoint.endless()) {
                cancellation.cancel();
            }
        });
        try {
            if (!drivers.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warnf("cancelling requests at stop running=%d", running.size());
                running.keySet().forEach(Cancellation::cancel);
                if (!drivers.awaitTermination(2, TimeUnit.SECONDS)) {
                    drivers.shutdownNow();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            drivers.shutdownNow();
        }
        LOG.infof("query-service drained runningAtStop=%d", before);
    }
}
