package dev.lanelog.indexer.ops;

import dev.lanelog.indexer.IndexerCore;
import dev.lanelog.indexer.IndexerEnvironment;
import dev.lanelog.indexer.config.IndexerConfig;
import dev.lanelog.indexer.serve.Feed;
import dev.lanelog.indexer.serve.GroupsBackend;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.grpc.runtime.GrpcServer;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.value.registry.ValueRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.concurrent.Executor;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Starts the indexer with the application and drains it when that stops. */
@ApplicationScoped
public class IndexerService implements GroupsBackend {
    private static final Logger LOG = Logger.getLogger(IndexerService.class);

    private final IndexerConfig config;
    private final MeterRegistry registry;
    private final ValueRegistry values;
    private volatile @Nullable IndexerCore core;

    @Inject
    public IndexerService(IndexerConfig config, MeterRegistry registry, ValueRegistry values) {
        this.config = config;
        this.registry = registry;
        this.values = values;
    }

    void start(@Observes StartupEvent event) throws IOException {
        if (!config.enabled()) {
            LOG.infof("event=disabled role=indexer");
            return;
        }
        IndexerCore created = new IndexerCore(
                config,
                registry,
                IndexerEnvironment.real(config.dataDir()),
                values.get(GrpcServer.GRPC_SERVER).getPort());
        core = created;
        created.start();
    }

    void stop(@Observes ShutdownEvent event) {
        IndexerCore running = core;
        if (running != null) {
            running.close();
            core = null;
        }
    }

    /** The indexer, or null when it is disabled or has stopped. */
    public @Nullable IndexerCore core() {
        return core;
    }

    @Override
    public @Nullable Feed feed() {
        IndexerCore running = core;
        return running == null ? null : running.feed();
    }

    @Override
    public String store() {
        return config.store();
    }

    @Override
    public Executor readers() {
        return running().readers();
    }

    @Override
    public Executor senders() {
        return running().senders();
    }

    private IndexerCore running() {
        IndexerCore running = core;
        if (running == null) {
            throw new IllegalStateException("the indexer does not run");
        }
        return running;
    }
}
