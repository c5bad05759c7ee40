package dev.lanelog.query.catalog;

import dev.lanelog.query.config.QueryConfig;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.ToDoubleFunction;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Follows the cluster from start to stop of this process. */
@ApplicationScoped
public class ClusterService {
    private static final Logger LOG = Logger.getLogger(ClusterService.class);
    /** Queries stop using their snapshot at their timeout; this much later its pins are given up in any case. */
    private static final Duration SNAPSHOT_GRACE = Duration.ofSeconds(10);

    private final QueryConfig config;
    private final MeterRegistry metrics;
    private final String bootstrap;
    private final String store;
    private final String logsTopic;
    private final String catalogTopic;

    private @Nullable Running running;

    private record Running(
            ClusterView view, IndexerLinks links, CatalogFeed feed, PageCache pages, GroupStore groups) {}

    @Inject
    public ClusterService(
            QueryConfig config,
            MeterRegistry metrics,
            @ConfigProperty(name = "kafka.bootstrap.servers", defaultValue = "localhost:9092") String bootstrap,
            @ConfigProperty(name = "lanelog.store", defaultValue = "main") String store,
            @ConfigProperty(name = "lanelog.topic.logs", defaultValue = "logs") String logsTopic,
            @ConfigProperty(name = "lanelog.topic.catalog", defaultValue = "logs-catalog") String catalogTopic) {
        this.config = config;
        this.metrics = metrics;
        this.bootstrap = bootstrap;
        this.store = store;
        this.logsTopic = logsTopic;
        this.catalogTopic = catalogTopic;
    }

    void start(@Observes StartupEvent event) {
        if (!config.enabled()) {
            return;
        }
        QueryConfig.Catalog catalog = config.catalog();
        ClusterView view = new ClusterView(Clock.systemUTC(), catalog.catchUp());
        IndexerLinks links = new IndexerLinks(
                view,
                UUID.randomUUID().toString(),
                new IndexerLink.Timing(catalog.reconnectMax(), catalog.keepAlive(), catalog.readTimeout()),
                config.limits().queryDuration().plus(SNAPSHOT_GRACE),
                Clock.systemUTC());
        PageCache pages = new PageCache(
                config.pageCache().bytes().asLongValue(),
                Math.toIntExact(config.pageCache().inFlightBytes().asLongValue()),
                catalog.readTimeout());
        GroupStore groups = new GroupStore(
                pages, links::reader, config.pageCache().footerBytes().asLongValue());
        CatalogFeed feed = new CatalogFeed(bootstrap, store, catalogTopic, logsTopic, newer -> {
            links.catalog(newer);
            view.catalog(newer);
        });
        Running started = new Running(view, links, feed, pages, groups);
        synchronized (this) {
            running = started;
        }
        register(started);
        feed.start();
        LOG.infof(
                "query-service follows the catalog bootstrap=%s store=%s topic=%s pageCacheBytes=%d",
                bootstrap, store, catalogTopic, config.pageCache().bytes().asLongValue());
    }

    private void register(Running started) {
        gauge("lanelog_query_catalog_complete", started, r -> r.feed.complete() ? 1 : 0);
        gauge(
                "lanelog_query_live_files",
                started,
                r -> r.view.catalog().manifests().size());
        gauge("lanelog_query_indexers_known", started, r -> r.links.known());
        gauge(
                "lanelog_query_indexers_not_linked",
                started,
                r -> r.links.notReady().size());
        gauge("lanelog_query_open_snapshots", started, r -> r.view.openSnapshots());
        gauge("lanelog_query_open_groups", started, r -> r.groups.openGroups());
        gauge("lanelog_query_page_cache_bytes", started, r -> r.pages.keptBytes());
        gauge("lanelog_query_page_cache_in_flight_bytes", started, r -> r.pages.bytesInFlight());
        gauge("lanelog_query_page_cache_allocated_bytes", started, r -> r.pages.allocatedBytes());
        counter("lanelog_query_page_cache_hits", started, r -> r.pages.hits());
        counter("lanelog_query_page_cache_misses", started, r -> r.pages.misses());
        counter("lanelog_query_page_cache_evictions", started, r -> r.pages.evictions());
        counter("lanelog_query_page_cache_fetched_bytes", started, r -> r.pages.fetchedBytes());
        counter("lanelog_query_catalog_bad_records", started, r -> r.feed.badRecords());
    }

    private void gauge(String name, Running started, ToDoubleFunction<Running> value) {
        Gauge.builder(name, started, value).strongReference(true).register(metrics);
    }

    private void counter(String name, Running started, ToDoubleFunction<Running> value) {
        FunctionCounter.builder(name, started, value).register(metrics);
    }

    /** After the queries have been drained: they still read through the links. */
    void stop(@Observes @Priority(3000) ShutdownEvent event) {
        Running stopping;
        synchronized (this) {
            stopping = running;
            running = null;
        }
        if (stopping != null) {
            stopping.feed.close();
            stopping.links.close();
            LOG.info("query-service stopped following the catalog");
        }
    }

    private synchronized Running running() {
        Running current = running;
        if (current == null) {
            throw new ClusterNotReadyException("the query-service is not running");
        }
        return current;
    }

    /**
     * A snapshot of all rows that are live now.
     *
     * @throws ClusterNotReadyException before the catalog was read, or when this service does not run
     * @throws PartitionsMissingException when a partition is missing and {@code allowPartial} is false
     */
    public ClusterSnapshot snapshot(boolean allowPartial) throws InterruptedException {
        Running current = running();
        return current.view.snapshot(current.groups, config.catalog().snapshotWait(), allowPartial);
    }

    /** Forgets the bytes of a group that was found damaged, so that they are fetched again. */
    public void forget(String groupName) {
        running().groups.forget(groupName);
    }

    /** What keeps this service from answering, or an empty text when nothing does. */
    public String notReadyBecause() {
        Running current;
        synchronized (this) {
            current = running;
        }
        if (current == null) {
            return "not started";
        }
        if (!current.feed.complete()) {
            return current.feed.problem();
        }
        List<String> notLinked = current.links.notReady();
        return notLinked.isEmpty() ? "" : "indexers not linked: " + String.join(", ", notLinked);
    }
}
