package dev.lanelog.indexer.consume;

import dev.lanelog.columnar.io.Disk;
import dev.lanelog.indexer.config.IndexerConfig;
import dev.lanelog.indexer.flush.GroupStore;
import dev.lanelog.indexer.serve.Feed;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What the parts of an indexer share.
 *
 * @param indexerId this indexer's name in the catalog
 * @param nanoTime monotonic clock, for ages and deadlines
 * @param freeDisk free bytes of the data directory's file system
 * @param flushWorkers build files of heads and merge chunks; bounded
 * @param mergeWorkers merge files; bounded
 * @param rebuildWorkers make files again from the log; one thread
 * @param chunkIds a new id per call, unique per process
 */
public record IndexerContext(
        IndexerConfig config,
        String indexerId,
        KafkaClients clients,
        Disk disk,
        GroupStore store,
        Feed feed,
        InstantSource clock,
        LongSupplier nanoTime,
        LongSupplier freeDisk,
        Executor flushWorkers,
        Executor mergeWorkers,
        Executor rebuildWorkers,
        IndexerCounters counters,
        Supplier<String> chunkIds) {}
