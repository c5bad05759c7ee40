package dev.lanelog.indexer.ops;

import dev.lanelog.indexer.IndexerCore;
import dev.lanelog.indexer.config.IndexerConfig;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * What an operator can ask of an indexer. Each route takes GET and POST and answers 200 when it is done, 503 with the
 * reason when it failed, 504 after {@code timeout} seconds; with {@code wait=0} it answers 202 at once.
 *
 * <ul>
 *   <li>{@code /internal/force_flush}: every row that is in Kafka now is in a file
 *   <li>{@code /internal/force_merge}: files are merged as far as their sizes allow
 *   <li>{@code /internal/resume_partition?partition=N} (POST only): go on where a partition waits for an operator
 *   <li>{@code /internal/give_up_lost_files?partition=N} (POST only): take files out of the store that are lost and that
 *       the log does not hold any more
 *   <li>{@code /internal/forget_indexer?indexer=ID} (POST only): an indexer won't come back; its files are made again from
 *       the log
 * </ul>
 */
@ApplicationScoped
public class IndexerRoutes {
    private static final Logger LOG = Logger.getLogger(IndexerRoutes.class);
    private static final long DEFAULT_TIMEOUT_SECONDS = 60;
    private static final long MAX_TIMEOUT_SECONDS = 3600;

    private final IndexerService service;
    private final IndexerConfig config;

    @Inject
    public IndexerRoutes(IndexerService service, IndexerConfig config) {
        this.service = service;
        this.config = config;
    }

    void register(@Observes Router router) {
        if (!config.enabled()) {
            return;
        }
        for (HttpMethod method : new HttpMethod[] {HttpMethod.GET, HttpMethod.POST}) {
            router.route(method, "/internal/force_flush").handler(c -> run(c, IndexerCore::forceFlush));
            router.route(method, "/internal/force_merge").handler(c -> run(c, IndexerCore::forceMerge));
        }
        router.post("/internal/resume_partition").handler(c -> ofPartition(c, IndexerCore::resumePartition));
        router.post("/internal/give_up_lost_files").handler(c -> ofPartition(c, IndexerCore::giveUpLostFiles));
        router.post("/internal/forget_indexer").handler(this::forget);
    }

    private void forget(RoutingContext context) {
        String indexer = context.request().getParam("indexer");
        if (indexer == null || indexer.isEmpty()) {
            answer(context, 400, "the query argument indexer is missing");
            return;
        }
        run(context, core -> core.forgetIndexer(indexer));
    }

    private void ofPartition(RoutingContext context, BiFunction<IndexerCore, Integer, CompletableFuture<?>> action) {
        Long partition = number(context, "partition", -1, 0, Integer.MAX_VALUE);
        if (partition == null) {
            return;
        }
        if (partition < 0) {
            answer(context, 400, "the query argument partition is missing");
            return;
        }
        run(context, core -> action.apply(core, partition.intValue()));
    }

    private void run(RoutingContext context, Function<IndexerCore, CompletableFuture<?>> action) {
        IndexerCore core = service.core();
        if (core == null) {
            answer(context, 503, "the indexer is not running");
            return;
        }
        Long wait = number(context, "wait", 1, 0, 1);
        Long timeout = number(context, "timeout", DEFAULT_TIMEOUT_SECONDS, 1, MAX_TIMEOUT_SECONDS);
        if (wait == null || timeout == null) {
            return;
        }
        CompletableFuture<?> done = action.apply(core);
        if (wait == 0) {
            var unused = done.whenComplete((result, error) -> {
                if (error != null) {
                    LOG.warnf(
                            "event=request-failed path=%s problem=\"%s\"",
                            context.request().path(), cause(error));
                }
            });
            answer(context, 202, "begun");
            return;
        }
        Context eventLoop = Vertx.currentContext();
        var unused = done.copy()
                .orTimeout(timeout, TimeUnit.SECONDS)
                .whenComplete((result, error) -> eventLoop.runOnContext(v -> finish(context, result, error, timeout)));
    }

    private static void finish(
            RoutingContext context, @Nullable Object result, @Nullable Throwable error, long timeout) {
        if (error == null) {
            answer(context, 200, result == null ? "done" : result.toString());
        } else if (cause(error) instanceof java.util.concurrent.TimeoutException) {
            answer(context, 504, "not done within " + timeout + " s; it goes on");
        } else {
            answer(context, 503, String.valueOf(cause(error).getMessage()));
        }
    }

    private static Throwable cause(Throwable error) {
        Throwable cause = error.getCause();
        return error instanceof CompletionException && cause != null ? cause : error;
    }

    /** The argument, or null when it is not in the range and the request was answered. */
    private static @Nullable Long number(RoutingContext context, String name, long otherwise, long min, long max) {
        String text = context.request().getParam(name);
        if (text == null) {
            return otherwise;
        }
        try {
            long value = Long.parseLong(text);
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            LOG.debugf("%s is %s", name, text);
        }
        answer(context, 400, "the query argument " + name + "=" + text + " is not a number from " + min + " to " + max);
        return null;
    }

    private static void answer(RoutingContext context, int status, String text) {
        if (!context.response().ended() && !context.response().closed()) {
            context.response()
                    .setStatusCode(status)
                    .putHeader("Content-Type", "text/plain; charset=utf-8")
                    .end(text + "\n");
        }
    }
}
