package dev.lanelog.indexer.kit;

import dev.lanelog.indexer.IndexerCore;
import dev.lanelog.indexer.IndexerEnvironment;
import dev.lanelog.indexer.config.IndexerConfig;
import dev.lanelog.indexer.consume.PartitionCondition;
import dev.lanelog.indexer.consume.PartitionStats;
import dev.lanelog.indexer.serve.Feed;
import dev.lanelog.indexer.serve.GroupsBackend;
import dev.lanelog.indexer.serve.GroupsService;
import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** An indexer with its gRPC server, in this JVM. */
public final class TestIndexer implements AutoCloseable {
    public final IndexerConfig config;
    public final IndexerCore core;
    public final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Server server;

    public TestIndexer(IndexerConfig config) {
        this(config, IndexerEnvironment.real(config.dataDir()));
    }

    public TestIndexer(IndexerConfig config, IndexerEnvironment environment) {
        this.config = config;
        Backend backend = new Backend();
        try {
            server = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                    .addService(new GroupsService(backend))
                    .build()
                    .start();
            core = new IndexerCore(config, registry, environment, server.getPort());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        backend.late = core;
        core.start();
    }

    /** The server needs a port before the core exists, and the core needs the port. */
    private static final class Backend implements GroupsBackend {
        private volatile @Nullable IndexerCore late;

        private IndexerCore core() {
            return Objects.requireNonNull(late);
        }

        @Override
        public Feed feed() {
            return core().feed();
        }

        @Override
        public String store() {
            return core().store();
        }

        @Override
        public Executor readers() {
            return core().readers();
        }

        @Override
        public Executor senders() {
            return core().senders();
        }
    }

    public int port() {
        return server.getPort();
    }

    public TestIndexer awaitConsuming() {
        Await.until(
                () -> core.status().started()
                        && !core.status().partitions().isEmpty()
                        && core.status().partitions().stream()
                                .allMatch(p -> p.condition() == PartitionCondition.CONSUMING),
                () -> core.status().toString());
        return this;
    }

    public PartitionStats partition(int number) {
        return core.status().partitions().stream()
                .filter(p -> p.partition() == number)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no partition " + number + ": " + core.status()));
    }

    public void awaitCondition(int partition, PartitionCondition condition) {
        Await.until(
                () -> core.status().partitions().stream()
                        .anyMatch(p -> p.partition() == partition && p.condition() == condition),
                () -> core.status().toString());
    }

    public FeedClient watch() {
        FeedClient client = new FeedClient(port(), config.store(), "watcher-" + System.nanoTime());
        Await.until(client::isReady, () -> "no ready: " + client.error());
        return client;
    }

    public void flush() {
        get(core.forceFlush());
    }

    public static <T> T get(CompletableFuture<T> future) {
        try {
            return future.get(30, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    public double counter(String name) {
        return registry.get("lanelog_indexer_" + name).counter().count();
    }

    @Override
    public void close() {
        core.close();
        server.shutdownNow();
    }
}
