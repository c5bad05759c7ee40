package dev.lanelog.indexer.config;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** All settings of the indexer; nothing else reads configuration. */
@ConfigMapping(prefix = "lanelog.indexer")
public interface IndexerConfig {
    /** Whether this process indexes at all. */
    @WithDefault("true")
    boolean enabled();

    /**
     * Name of this indexer, unique in the store and the same after a restart. Without one, a random name is made once
     * and kept in the data directory.
     */
    Optional<String> id();

    /** Where group files live. Belongs to one indexer. */
    @WithDefault("data/store")
    Path dataDir();

    @WithDefault("${kafka.bootstrap.servers:127.0.0.1:9092}")
    String bootstrapServers();

    /** Name of the store: letters, digits, {@code . _ -}. */
    @WithDefault("${lanelog.store:main}")
    String store();

    @WithDefault("${lanelog.topic.logs:logs}")
    String logsTopic();

    @WithDefault("${lanelog.topic.catalog:logs-catalog}")
    String catalogTopic();

    /** Topics that are missing are created like this. */
    TopicDefaults topic();

    @WithDefault("all")
    Assignment assignment();

    /** Group assignment only: after that long without a sign of life an indexer's partitions are given to others. */
    @WithDefault("10s")
    Duration sessionTimeout();

    /** Longest time the brokers are waited for in one call. */
    @WithDefault("10s")
    Duration kafkaTimeout();

    Head head();

    Flush flush();

    Merge merge();

    Serve serve();

    /** Longest time that stopping takes: heads are flushed and committed in it. */
    @WithDefault("15s")
    Duration drainTimeout();

    /** Below this much free space the indexer stops consuming and goes on serving. */
    @WithDefault("256M")
    MemorySize minFreeDisk();

    /** Records that can't be decoded are kept in files up to this size in all; beyond, only counted and logged. */
    @WithDefault("64M")
    MemorySize quarantineBytes();

    /** Settings of topics that this indexer creates. */
    interface TopicDefaults {
        @WithDefault("${lanelog.topic.partitions:16}")
        int partitions();

        /** -1: the broker's default. */
        @WithDefault("${lanelog.topic.replication:-1}")
        short replication();

        @WithDefault("${lanelog.topic.retention:7d}")
        Duration retention();

        /** Per partition; -1: no bound. */
        @WithDefault("${lanelog.topic.retention-bytes:-1}")
        long retentionBytes();
    }

    /** Rows that are not yet in a file. */
    interface Head {
        /** Rows become queryable at the latest this long after they were consumed. At most 200 ms. */
        @WithDefault("200ms")
        Duration chunkInterval();

        /** Rows per chunk. */
        @WithDefault("16384")
        int chunkRows();

        /** Encoded bytes of all heads; beyond, partitions are paused and Kafka holds the rows. */
        @WithDefault("256M")
        MemorySize maxBytes();

        /** So many adjacent chunks of a size are merged into one in memory. */
        @WithDefault("8")
        int mergeFactor();
    }

    /** When a head becomes a file. */
    interface Flush {
        /** Encoded bytes of a partition's head. Large enough that a file is worth a merge's while. */
        @WithDefault("64M")
        MemorySize bytes();

        /** Rows of a partition's head: one full group. */
        @WithDefault("1048576")
        int rows();

        /**
         * Age of the oldest row in the head, which bounds what a restart reads again. A minute at a low rate makes 1440
         * small files a day and partition, which merges bring down to a few dozen.
         */
        @WithDefault("60s")
        Duration age();

        /** Pause after a flush that failed. */
        @WithDefault("5s")
        Duration retry();
    }

    /** How small files become large ones. */
    interface Merge {
        /** So many files of a size class are merged into one; each row is rewritten about log(factor) of its file count. */
        @WithDefault("8")
        int factor();

        /** Files of this many rows are not merged further. */
        @WithDefault("8388608")
        long maxRows();

        /** Files of this many bytes are not merged further. */
        @WithDefault("512M")
        MemorySize maxBytes();

        /** A tenant's day with this many bytes gets a file of its own in a merge. */
        @WithDefault("16M")
        MemorySize splitBytes();

        /** A tenant's day with this many rows gets a file of its own in a merge. */
        @WithDefault("1048576")
        long splitRows();

        /** Mergeable files per partition; beyond, the partition is paused until merging has caught up. */
        @WithDefault("256")
        int maxBacklog();

        /** Merges at the same time. */
        @WithDefault("1")
        int threads();
    }

    /** How query-services reach this indexer. */
    interface Serve {
        /** Host that query-services connect to. */
        @WithDefault("${quarkus.grpc.server.host:127.0.0.1}")
        String advertisedHost();

        /** Port that query-services connect to; without one, the port that the gRPC server bound. */
        Optional<Integer> advertisedPort();

        /** Events that wait for one watcher; a watcher that lags further is disconnected and starts anew. */
        @WithDefault("4096")
        int watcherBacklog();

        /** Threads that read files for query-services. */
        @WithDefault("4")
        int readThreads();

        /** Replaced files and chunks are kept for queries that still read them, for at most this long. */
        @WithDefault("5m")
        Duration maxQueryTime();

        /** Bytes of replaced head chunks that are kept for running queries. */
        @WithDefault("128M")
        MemorySize retiredChunkBytes();
    }
}
