package dev.lanelog.indexer.consume;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The indexer's metrics. Gauges of a partition go with its ownership, so that no stale lag is shown. */
public final class IndexerCounters {
    private final MeterRegistry registry;
    final Counter rows;
    final Counter records;
    final Counter corruptRecords;
    final Counter flushes;
    final Counter flushFailures;
    final Counter flushedRows;
    final Counter flushedBytes;
    final Timer flushTime;
    final Counter merges;
    final Counter mergeFailures;
    final Counter mergedRows;
    final Timer mergeTime;
    final Counter rebuilds;
    final Counter rebuildFailures;
    final Counter rebuiltRows;
    final Counter chunkMerges;
    final Counter commits;
    final Counter failedCommits;
    final Counter loopFailures;
    private final Map<Integer, List<Meter>> gauges = new HashMap<>();

    public IndexerCounters(MeterRegistry registry) {
        this.registry = registry;
        rows = counter("rows", "Rows consumed from the log");
        records = counter("records", "Records consumed from the log");
        corruptRecords = counter("corrupt_records", "Records that could not be indexed and were put in quarantine");
        flushes = counter("flushes", "Heads written to a file and made live");
        flushFailures = counter("flush_failures", "Flushes that failed and will be tried again");
        flushedRows = counter("flushed_rows", "Rows in files that flushes made live");
        flushedBytes = counter("flushed_bytes", "Bytes of files that flushes made live");
        flushTime = Timer.builder("lanelog_indexer_flush_seconds")
                .description("From the start of a flush to its commit")
                .register(registry);
        merges = counter("merges", "Merges made live");
        mergeFailures = counter("merge_failures", "Merges that failed");
        mergedRows = counter("merged_rows", "Rows that merges rewrote");
        mergeTime = Timer.builder("lanelog_indexer_merge_seconds")
                .description("From the start of a merge to its commit")
                .register(registry);
        rebuilds = counter("rebuilds", "Parts of partitions whose files were made again from the log");
        rebuildFailures = counter("rebuild_failures", "Attempts at that which failed");
        rebuiltRows = counter("rebuilt_rows", "Rows in files that were made again");
        chunkMerges = counter("chunk_merges", "Merges of head chunks in memory");
        commits = counter("commits", "Catalog transactions");
        failedCommits = counter("failed_commits", "Catalog transactions that were rejected or undecided");
        loopFailures = counter("loop_failures", "Unexpected errors of the poll thread");
    }

    private Counter counter(String name, String description) {
        return Counter.builder("lanelog_indexer_" + name)
                .description(description)
                .register(registry);
    }

    /** A figure of the whole indexer. */
    public void gauge(String name, String description, Supplier<Number> value) {
        Gauge.builder("lanelog_indexer_" + name, value).description(description).register(registry);
    }

    /** Shows a partition's figures from now on. Poll thread only. */
    void show(int partition, Supplier<PartitionStats> stats) {
        hide(partition);
        List<Meter> meters = new ArrayList<>();
        meters.add(gauge(partition, "head_rows", "Rows not yet in a file", stats, PartitionStats::headRows));
        meters.add(gauge(partition, "head_bytes", "Bytes of the head", stats, PartitionStats::headBytes));
        meters.add(gauge(partition, "lag_records", "Records not yet consumed; -1 unknown", stats, PartitionStats::lag));
        meters.add(gauge(partition, "files", "Group files held", stats, PartitionStats::files));
        meters.add(gauge(partition, "file_bytes", "Bytes of group files held", stats, PartitionStats::fileBytes));
        meters.add(gauge(
                partition,
                "paused",
                "1 while records are left in Kafka",
                stats,
                s -> s.pause() == PauseReason.NONE ? 0 : 1));
        for (PartitionCondition condition : PartitionCondition.values()) {
            meters.add(Gauge.builder(
                            "lanelog_indexer_partition_condition",
                            stats,
                            s -> s.get().condition() == condition ? 1 : 0)
                    .description("1 for the condition that the partition is in")
                    .tag("partition", Integer.toString(partition))
                    .tag("condition", condition.name().toLowerCase(java.util.Locale.ROOT))
                    .strongReference(true)
                    .register(registry));
        }
        gauges.put(partition, meters);
    }

    private Meter gauge(
            int partition,
            String name,
            String description,
            Supplier<PartitionStats> stats,
            ToDoubleFunction<PartitionStats> value) {
        return Gauge.builder("lanelog_indexer_" + name, stats, s -> value.applyAsDouble(s.get()))
                .description(description)
                .tag("partition", Integer.toString(partition))
                .strongReference(true)
                .register(registry);
    }

    /** Takes a partition's figures away. Poll thread only. */
    void hide(int partition) {
        List<Meter> meters = gauges.remove(partition);
        if (meters != null) {
            meters.forEach(registry::remove);
        }
    }
}
