package dev.lanelog.indexer;

import dev.lanelog.indexer.config.IndexerConfig;
import dev.lanelog.indexer.consume.ConsumeLoop;
import dev.lanelog.indexer.consume.IndexerContext;
import dev.lanelog.indexer.consume.IndexerCounters;
import dev.lanelog.indexer.consume.KafkaClients;
import dev.lanelog.indexer.flush.GroupStore;
import dev.lanelog.indexer.serve.Feed;
import dev.lanelog.indexer.serve.GroupsBackend;
import dev.lanelog.proto.v1.IndexerInfo;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.jboss.logging.Logger;

/**
 * A whole indexer: its threads, its directory, its feed. {@link #start} returns at once; everything that needs Kafka is
 * tried until it works, and {@link #status} says how it is going.
 */
public final class IndexerCore implements GroupsBackend, AutoCloseable {
    private static final Logger LOG = Logger.getLogger(IndexerCore.class);
    /** Closing clients after the drain. */
    private static final Duration CLOSE_EXTRA = Duration.ofSeconds(5);

    private final IndexerConfig config;
    private final IndexerEnvironment environment;
    private final DataDirectory directory;
    private final Feed feed;
    private final Admin admin;
    private final ConsumeLoop loop;
    private final ExecutorService flushWorkers;
    private final ExecutorService mergeWorkers;
    private final ExecutorService rebuildWorkers;
    private final ExecutorService readers;
    private final ExecutorService senders;
    private final Thread pollThread;

    /**
     * Opens the data directory. Nothing runs before {@link #start}.
     *
     * @param advertisedPort where query-services reach the gRPC service
     * @throws IOException when the directory can't be used; the message says why
     */
    public IndexerCore(IndexerConfig config, MeterRegistry registry, IndexerEnvironment environment, int advertisedPort)
            throws IOException {
        this.config = config;
        this.environment = environment;
        if (!config.store().matches("[A-Za-z0-9._-]{1,64}")) {
            throw new IOException("store name " + config.store() + " is not 1 to 64 letters, digits, . _ or -");
        }
        if (config.head().chunkInterval().toMillis() > 200) {
            throw new IOException("lanelog.indexer.head.chunk-interval is "
                    + config.head().chunkInterval() + "; rows must be queryable in time, so it is at most 200ms");
        }
        directory = DataDirectory.open(environment.disk(), config.dataDir(), config.id());
        String id = directory.indexerId();
        feed = new Feed(
                config.serve().watcherBacklog(),
                config.serve().maxQueryTime(),
                config.serve().retiredChunkBytes().asLongValue(),
                environment.nanoTime());
        flushWorkers = Executors.newFixedThreadPool(1, threads("indexer-flush"));
        mergeWorkers = Executors.newFixedThreadPool(Math.max(1, config.merge().threads()), threads("indexer-merge"));
        rebuildWorkers = Executors.newFixedThreadPool(1, threads("indexer-rebuild"));
        readers = Executors.newFixedThreadPool(Math.max(1, config.serve().readThreads()), threads("indexer-read"));
        senders = Executors.newFixedThreadPool(1, threads("indexer-feed"));
        KafkaClients clients = new KafkaClients(config, id);
        IndexerCounters counters = new IndexerCounters(registry);
        String process = Long.toHexString(environment.clock().millis());
        AtomicLong chunks = new AtomicLong();
        IndexerContext context = new IndexerContext(
                config,
                id,
                clients,
                environment.disk(),
                new GroupStore(environment.disk(), config.dataDir(), config.store(), id, environment.clock()),
                feed,
                environment.clock(),
                environment.nanoTime(),
                environment.freeDisk(),
                flushWorkers,
                mergeWorkers,
                rebuildWorkers,
                counters,
                () -> id + "-" + process + "-" + chunks.incrementAndGet());
        admin = clients.admin();
        loop = new ConsumeLoop(context, admin, info(id, advertisedPort));
        counters.gauge("watchers", "Query-services that follow the feed", feed::watcherCount);
        counters.gauge("retired_chunk_bytes", "Heap of replaced chunks that queries may read", feed::retiredHeapBytes);
        counters.gauge(
                "lost_files",
                "Live files of this indexer that can't be served",
                () -> status().lostFiles().size());
        pollThread = Thread.ofPlatform().name("indexer-poll").unstarted(loop);
    }

    private IndexerInfo info(String id, int advertisedPort) {
        return IndexerInfo.newBuilder()
                .setIndexerId(id)
                .setStore(config.store())
                .setGrpcHost(config.serve().advertisedHost())
                .setGrpcPort(config.serve().advertisedPort().orElse(advertisedPort))
                .setVersion(Objects.requireNonNullElse(
                        IndexerCore.class.getPackage().getImplementationVersion(), "development"))
                .setStartedMs(environment.clock().millis())
                .build();
    }

    private static ThreadFactory threads(String name) {
        return Thread.ofPlatform().name(name + "-", 0).daemon().factory();
    }

    public void start() {
        pollThread.start();
    }

    /** This indexer's name in the catalog. */
    public String indexerId() {
        return directory.indexerId();
    }

    public ConsumeLoop.Status status() {
        return loop.status();
    }

    /** Done when every row that is in the log now is in a live file; fails when a partition can't be flushed. */
    public CompletableFuture<Void> forceFlush() {
        return loop.forceFlush();
    }

    /** Done when no two files of a partition can be merged any more. */
    public CompletableFuture<Void> forceMerge() {
        return loop.forceMerge();
    }

    /** Goes on with a partition that waits for an operator; done with what was decided. */
    public CompletableFuture<String> resumePartition(int partition) {
        return loop.resumePartition(partition);
    }

    /** Takes lost files of a partition out of the store that can't be made again; done with what was given up. */
    public CompletableFuture<String> giveUpLostFiles(int partition) {
        return loop.giveUpLostFiles(partition);
    }

    /** Declares an indexer gone for good; its files are made again from the log by the owners of their partitions. */
    public CompletableFuture<String> forgetIndexer(String indexerId) {
        return loop.forgetIndexer(indexerId);
    }

    @Override
    public Feed feed() {
        return feed;
    }

    @Override
    public String store() {
        return config.store();
    }

    @Override
    public Executor readers() {
        return readers;
    }

    @Override
    public Executor senders() {
        return senders;
    }

    /** Flushes every head, commits and ends; takes at most the drain timeout and a few seconds. */
    @Override
    public void close() {
        try {
            if (pollThread.isAlive()) {
                loop.stop().get(config.drainTimeout().plus(CLOSE_EXTRA).toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.errorf(
                    e, "event=stop-incomplete remedy=\"rows that are not in files are read again at the next start\"");
        }
        flushWorkers.shutdownNow();
        mergeWorkers.shutdownNow();
        rebuildWorkers.shutdownNow();
        admin.close(Duration.ofSeconds(2));
        feed.close();
        readers.shutdown();
        senders.shutdown();
        try {
            directory.close();
        } catch (IOException e) {
            LOG.warnf(e, "event=unlock-failed directory=%s", config.dataDir());
        }
        LOG.infof("event=stopped store=%s indexer=%s", config.store(), directory.indexerId());
    }
}
