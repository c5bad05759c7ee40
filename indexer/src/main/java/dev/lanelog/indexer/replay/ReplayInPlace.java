package dev.lanelog.indexer.replay;

import dev.lanelog.indexer.IndexerEnvironment;
import dev.lanelog.indexer.config.IndexerConfig;
import dev.lanelog.indexer.consume.CatalogException;
import dev.lanelog.indexer.consume.CatalogReader;
import dev.lanelog.indexer.consume.CatalogView;
import dev.lanelog.indexer.consume.KafkaClients;
import dev.lanelog.proto.topic.CatalogKeys;
import dev.lanelog.proto.v1.CatalogRecord;
import dev.lanelog.proto.v1.Manifest;
import dev.lanelog.proto.v1.Rebuild;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Asks the owners of partitions, through the catalog, to make their files again, and follows how they do. */
final class ReplayInPlace {
    private static final long TICK_MS = 500;
    private static final long SAY_NANOS = TimeUnit.SECONDS.toNanos(2);
    /** Longer than any owner takes to look at the catalog, unless a take-over is under way. */
    private static final long UNHEARD_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final IndexerConfig config;
    private final IndexerEnvironment environment;
    private final List<Integer> only;
    private final PrintStream out;

    /** @param only these partitions; all that have files when empty */
    ReplayInPlace(IndexerConfig config, IndexerEnvironment environment, List<Integer> only, PrintStream out) {
        this.config = config;
        this.environment = environment;
        this.only = only;
        this.out = out;
    }

    /** Returns when no partition waits for its files any more. */
    void run() throws ReplayException, InterruptedException {
        KafkaClients clients = new KafkaClients(config, "replay");
        try (Admin admin = clients.admin();
                CatalogReader reader = new CatalogReader(
                        clients,
                        admin,
                        config.catalogTopic(),
                        config.store(),
                        config.kafkaTimeout(),
                        environment.nanoTime())) {
            CatalogView view = reader.readToEnd();
            Set<Integer> asked = ask(clients, view);
            if (asked.isEmpty()) {
                out.println("lanelog replay: store " + config.store() + " has no files to make again");
                return;
            }
            follow(reader, asked, rowsOf(view, asked));
        } catch (CatalogException e) {
            throw new ReplayException("the catalog can't be read: " + e.getMessage(), e);
        }
    }

    private static Map<Integer, Long> rowsOf(CatalogView view, Set<Integer> partitions) {
        Map<Integer, Long> rows = new TreeMap<>();
        for (int p : partitions) {
            rows.put(p, view.manifests(p).stream().mapToLong(Manifest::getRows).sum());
        }
        return rows;
    }

    private Set<Integer> ask(KafkaClients clients, CatalogView view) throws ReplayException, InterruptedException {
        Set<Integer> wanted = new TreeSet<>(only.isEmpty() ? view.partitionsWithFiles() : new HashSet<>(only));
        for (int p : wanted) {
            if (view.manifests(p).isEmpty()) {
                throw new ReplayException("partition " + p + " of store " + config.store() + " has no files");
            }
        }
        try (Producer<String, byte[]> producer = clients.plain()) {
            for (int p : wanted) {
                if (view.rebuild(p) != null) {
                    out.println("lanelog replay: partition " + p + " goes on where it was");
                    continue;
                }
                Rebuild request = Rebuild.newBuilder()
                        .setStore(config.store())
                        .setPartition(p)
                        .setRequestedMs(environment.clock().millis())
                        .build();
                var unused = producer.send(new ProducerRecord<>(
                                config.catalogTopic(),
                                CatalogKeys.rebuild(config.store(), p),
                                CatalogRecord.newBuilder()
                                        .setRebuild(request)
                                        .build()
                                        .toByteArray()))
                        .get(config.kafkaTimeout().toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (ExecutionException | TimeoutException e) {
            throw new ReplayException("the request could not be written to the catalog: " + e, e);
        }
        return wanted;
    }

    private void follow(CatalogReader reader, Set<Integer> asked, Map<Integer, Long> rows)
            throws CatalogException, ReplayException, InterruptedException {
        long begin = environment.nanoTime().getAsLong();
        long total = rows.values().stream().mapToLong(Long::longValue).sum();
        ReplayMeter meter = new ReplayMeter(begin, 0, total);
        long heard = begin;
        long nextSay = begin;
        long before = -1;
        while (true) {
            CatalogView view = reader.readToEnd();
            long now = environment.nanoTime().getAsLong();
            long done = 0;
            List<Integer> open = new ArrayList<>();
            for (int p : asked) {
                Rebuild state = view.rebuild(p);
                if (state == null) {
                    done += rows.getOrDefault(p, 0L);
                } else {
                    open.add(p);
                    done += remade(view, p, state);
                }
            }
            if (done != before) {
                heard = now;
                before = done;
            }
            meter.at(Math.min(done, total), total, done);
            if (open.isEmpty()) {
                out.println("lanelog replay: done, " + meter.summary(now));
                return;
            }
            if (now - nextSay >= 0) {
                nextSay = now + SAY_NANOS;
                out.println("lanelog replay: " + meter.line(now) + "; partitions left: " + open);
            }
            if (now - heard > UNHEARD_NANOS) {
                throw new ReplayException("nothing has happened for " + UNHEARD_NANOS / 1_000_000_000
                        + " s: is an indexer of store " + config.store() + " running? Partitions left: " + open
                        + ". The requests stay; the same command goes on");
            }
            TimeUnit.MILLISECONDS.sleep(TICK_MS);
        }
    }

    /** Rows of a partition that were read again: in files made since, and in the part under way. */
    private static long remade(CatalogView view, int partition, Rebuild state) {
        if (state.getAcceptedMs() == 0) {
            return 0;
        }
        long rows = 0;
        boolean swapped = false;
        for (Manifest m : view.manifests(partition)) {
            if (m.getCreatedMs() >= state.getAcceptedMs()) {
                rows += m.getRows();
                swapped |= m.getFromOffset() >= state.getFromOffset() && m.getToOffset() <= state.getToOffset();
            }
        }
        return swapped ? rows : rows + state.getRows();
    }
}
