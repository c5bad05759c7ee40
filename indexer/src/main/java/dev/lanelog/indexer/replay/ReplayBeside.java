package dev.lanelog.indexer.replay;

import dev.lanelog.indexer.IndexerCore;
import dev.lanelog.indexer.IndexerEnvironment;
import dev.lanelog.indexer.config.IndexerConfig;
import dev.lanelog.indexer.consume.CatalogException;
import dev.lanelog.indexer.consume.CatalogReader;
import dev.lanelog.indexer.consume.CatalogView;
import dev.lanelog.indexer.consume.ConsumeLoop;
import dev.lanelog.indexer.consume.KafkaClients;
import dev.lanelog.indexer.consume.PartitionStats;
import dev.lanelog.proto.v1.Progress;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/** Builds a second store under another name, with an indexer of its own that ends when it has caught up. */
final class ReplayBeside {
    private static final long TICK_MS = 200;
    private static final long SAY_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final Duration LAST_FLUSH = Duration.ofMinutes(10);

    private final IndexerConfig config;
    private final IndexerEnvironment environment;
    private final PrintStream out;

    /** Offsets {@code [from, to)} of a partition that are to be read. */
    private record Span(long from, long to) {}

    ReplayBeside(IndexerConfig config, IndexerEnvironment environment, PrintStream out) {
        this.config = config;
        this.environment = environment;
        this.out = out;
    }

    /** Returns when every row that was in the log at the beginning is in a file of the new store. */
    void run() throws ReplayException, InterruptedException {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        IndexerCore core;
        try {
            // Port 0: nobody is told where it is, because it does not serve.
            core = new IndexerCore(config, registry, environment, 0);
        } catch (IOException e) {
            throw new ReplayException("the directory of the new store can't be used: " + e.getMessage(), e);
        }
        Thread stop = new Thread(core::close, "replay-stop");
        try {
            Map<Integer, Span> spans = spans(core.indexerId());
            Runtime.getRuntime().addShutdownHook(stop);
            core.start();
            follow(core, registry, spans);
        } finally {
            core.close();
            try {
                Runtime.getRuntime().removeShutdownHook(stop);
            } catch (IllegalStateException e) {
                // The process is ending, and the hook closes the core for a second time, which does nothing.
                out.println("lanelog replay: interrupted; the same command goes on where it was");
            }
        }
    }

    private void follow(IndexerCore core, SimpleMeterRegistry registry, Map<Integer, Span> spans)
            throws ReplayException, InterruptedException {
        ReplayMeter meter = null;
        long nextSay = environment.nanoTime().getAsLong();
        while (true) {
            ConsumeLoop.Status status = core.status();
            Map<Integer, Long> positions = new HashMap<>();
            for (PartitionStats p : status.partitions()) {
                if (p.condition().needsOperator()) {
                    throw new ReplayException("partition " + p.partition() + " is " + p.condition() + ": " + p.message()
                            + "; remedy: " + p.condition().remedy());
                }
                if (p.ownerGeneration() > 0) {
                    positions.put(p.partition(), p.headEnd());
                }
            }
            long now = environment.nanoTime().getAsLong();
            if (positions.keySet().containsAll(spans.keySet())) {
                long done = 0;
                long total = 0;
                for (var span : spans.entrySet()) {
                    Span s = span.getValue();
                    total += s.to - s.from;
                    long at = positions.getOrDefault(span.getKey(), s.from);
                    done += Math.clamp(at, s.from, s.to) - s.from;
                }
                if (meter == null) {
                    meter = new ReplayMeter(now, done, total);
                }
                meter.at(
                        done,
                        total,
                        Math.round(
                                registry.get("lanelog_indexer_rows").counter().count()));
                if (done == total) {
                    finish(core, meter);
                    return;
                }
            }
            if (now - nextSay >= 0) {
                nextSay = now + SAY_NANOS;
                out.println("lanelog replay: "
                        + (meter == null ? "taking the partitions over " + status.problem() : meter.line(now)));
            }
            TimeUnit.MILLISECONDS.sleep(TICK_MS);
        }
    }

    private void finish(IndexerCore core, ReplayMeter meter) throws ReplayException, InterruptedException {
        try {
            core.forceFlush().get(LAST_FLUSH.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new ReplayException("the last rows could not be written: " + e + "; run it again", e);
        }
        out.println(
                "lanelog replay: done, " + meter.summary(environment.nanoTime().getAsLong()));
        out.println("lanelog replay: now start an indexer with --store " + config.store() + " --data "
                + config.dataDir() + ", and a query-service with --store " + config.store());
    }

    /** What is to be read of each partition: from where the new store is, up to the log's end of now. */
    private Map<Integer, Span> spans(String indexerId) throws ReplayException, InterruptedException {
        KafkaClients clients = new KafkaClients(config, indexerId);
        long limit = config.kafkaTimeout().toMillis();
        try (Admin admin = clients.admin()) {
            int partitions = Objects.requireNonNull(admin.describeTopics(List.of(config.logsTopic()))
                            .allTopicNames()
                            .get(limit, TimeUnit.MILLISECONDS)
                            .get(config.logsTopic()))
                    .partitions()
                    .size();
            Map<TopicPartition, OffsetSpec> earliest = new HashMap<>();
            Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
            for (int p = 0; p < partitions; p++) {
                earliest.put(new TopicPartition(config.logsTopic(), p), OffsetSpec.earliest());
                latest.put(new TopicPartition(config.logsTopic(), p), OffsetSpec.latest());
            }
            Map<TopicPartition, ListOffsetsResultInfo> starts =
                    admin.listOffsets(earliest).all().get(limit, TimeUnit.MILLISECONDS);
            Map<TopicPartition, ListOffsetsResultInfo> ends =
                    admin.listOffsets(latest).all().get(limit, TimeUnit.MILLISECONDS);
            refuseForeignStore(clients, admin, indexerId);
            Map<Integer, Span> spans = new TreeMap<>();
            starts.forEach((tp, start) -> {
                ListOffsetsResultInfo end = ends.get(tp);
                if (end != null) {
                    spans.put(tp.partition(), new Span(start.offset(), end.offset()));
                }
            });
            long beginning = starts.values().stream()
                    .mapToLong(ListOffsetsResultInfo::offset)
                    .sum();
            if (beginning > 0) {
                out.println("lanelog replay: the log does not hold its first " + beginning
                        + " records any more; their rows will not be in the new store");
            }
            return spans;
        } catch (ExecutionException | TimeoutException e) {
            throw new ReplayException(
                    "the brokers at " + config.bootstrapServers() + " did not tell about topic " + config.logsTopic()
                            + ": " + (e.getCause() == null ? e : e.getCause()),
                    e);
        }
    }

    /** Taking over a store that others work on would fence them. */
    private void refuseForeignStore(KafkaClients clients, Admin admin, String indexerId) throws ReplayException {
        try (CatalogReader reader = new CatalogReader(
                clients, admin, config.catalogTopic(), config.store(), config.kafkaTimeout(), environment.nanoTime())) {
            CatalogView view = reader.readToEnd();
            for (int p : view.partitionsWithFiles()) {
                Progress progress = view.progress(p);
                if (progress != null && !progress.getIndexerId().equals(indexerId)) {
                    throw new ReplayException("store " + config.store() + " belongs to indexer "
                            + progress.getIndexerId() + ", not to the one of " + config.dataDir()
                            + ": choose another name, or --in-place");
                }
            }
        } catch (CatalogException e) {
            throw new ReplayException("the catalog can't be read: " + e.getMessage(), e);
        }
    }
}
