package dev.lanelog.query.api.logsql;

import dev.lanelog.query.catalog.ClusterService;
import dev.lanelog.query.catalog.ClusterSnapshot;
import dev.lanelog.query.config.QueryConfig;
import dev.lanelog.query.engine.QueryEngine;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.vertx.ext.web.Router;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.ZoneId;
import java.util.List;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;

/** Puts the endpoints below {@code /select/} on the HTTP server. */
@ApplicationScoped
public class SelectRoutes {
    /** After everything else below {@code /select/}, such as the user interface. */
    private static final int LAST = 10_000;

    private final QueryConfig config;
    private final ClusterService cluster;
    private final QueryEngine engine;
    private final MeterRegistry metrics;
    private final String version;

    private @Nullable SelectServer server;

    @Inject
    public SelectRoutes(
            QueryConfig config,
            ClusterService cluster,
            QueryEngine engine,
            MeterRegistry metrics,
            @ConfigProperty(name = "quarkus.application.version", defaultValue = "unknown") String version) {
        this.config = config;
        this.cluster = cluster;
        this.engine = engine;
        this.metrics = metrics;
        this.version = version;
    }

    void register(@Observes Router router) {
        if (!config.enabled()) {
            return;
        }
        QueryConfig.Limits limits = config.limits();
        ApiLimits apiLimits = new ApiLimits(
                limits.queryDuration(),
                limits.queryMemory().asLongValue(),
                Math.toIntExact(limits.queryLength().asLongValue()),
                limits.queryTimeRange(),
                config.allowPartialResponse(),
                ZoneId.systemDefault());
        QueryRuns runs = new QueryRuns(new Cluster(), engine);
        Admission queries = new Admission(limits.concurrentQueries(), limits.queuedQueries(), limits.queueWait());
        Admission tails = new Admission(limits.concurrentTails(), 0, limits.queueWait());
        SelectServer created = new SelectServer(
                endpoints(new EndpointContext(runs, apiLimits, new ParsedTexts()), version),
                queries,
                tails,
                new SelectMetrics(metrics, queries, tails, runs),
                Clock.systemUTC(),
                Math.toIntExact(limits.formBytes().asLongValue()));
        synchronized (this) {
            server = created;
        }
        router.route("/select/*").order(LAST).handler(created::handle);
    }

    static List<SelectEndpoint> endpoints(EndpointContext context, String version) {
        return List.of(
                new QueryEndpoint(context),
                new HitsEndpoint(context),
                new FacetsEndpoint(context),
                new StatsQueryEndpoint(context),
                new StatsQueryRangeEndpoint(context),
                new FieldNamesEndpoint(context),
                new FieldValuesEndpoint(context),
                new StreamsEndpoint(context),
                new StreamIdsEndpoint(context),
                new StreamFieldNamesEndpoint(context),
                new StreamFieldValuesEndpoint(context),
                new QueryTimeRangeEndpoint(context),
                new TenantIdsEndpoint(context),
                new BuildInfoEndpoint(version),
                new TailEndpoint(context, Clock.systemUTC()));
    }

    private final class Cluster implements QueryRuns.SnapshotSource {
        @Override
        public ClusterSnapshot snapshot(boolean allowPartial) throws InterruptedException {
            return cluster.snapshot(allowPartial);
        }

        @Override
        public void forget(String groupName) {
            cluster.forget(groupName);
        }
    }

    /** Before the links to the indexers are closed. */
    void stop(@Observes @Priority(1000) ShutdownEvent event) {
        SelectServer stopping;
        synchronized (this) {
            stopping = server;
            server = null;
        }
        if (stopping != null) {
            stopping.drain(config.drain());
        }
    }
}
