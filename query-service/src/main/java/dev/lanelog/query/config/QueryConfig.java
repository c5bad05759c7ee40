package dev.lanelog.query.config;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings of the query-service, prefix {@code lanelog.query}. The other keys that it reads are those all services share. */
@ConfigMapping(prefix = "lanelog.query")
public interface QueryConfig {
    /** False: this role does nothing in this process and registers no route. */
    @WithDefault("true")
    boolean enabled();

    Catalog catalog();

    PageCache pageCache();

    DecodedCache decodedCache();

    Limits limits();

    /**
     * Whether an answer may leave out the partitions that can't be read now, when the request does not say
     * {@code allow_partial_response} itself.
     */
    @WithDefault("false")
    boolean allowPartialResponse();

    /** How long running queries may take to end when the process stops. */
    @WithDefault("5s")
    Duration drain();

    /** How the state of the cluster is followed. */
    interface Catalog {
        /**
         * How long a query waits for a partition that is on its way to another owner or whose indexer reconnects, before
         * the partition counts as missing.
         */
        @WithDefault("5s")
        Duration snapshotWait();

        /**
         * How long a new owner of a partition may take to index up to the offset that was answered from before, while
         * queries on it wait or fail rather than lose rows. After that the lower offset is taken as it is, and logged.
         */
        @WithDefault("5m")
        Duration catchUp();

        /** Longest pause between two attempts to reach an indexer; the first is a tenth of a second. */
        @WithDefault("5s")
        Duration reconnectMax();

        /** Time without any byte from an indexer after which its connection is probed. */
        @WithDefault("30s")
        Duration keepAlive();

        /** How long the bytes of one read may stay away. */
        @WithDefault("15s")
        Duration readTimeout();
    }

    /** Column pages kept off heap. */
    interface PageCache {
        /** Bytes of pages kept, those on their way included. */
        @WithDefault("256M")
        MemorySize bytes();

        /** Of these, the most that may be on their way from indexers at a time. */
        @WithDefault("48M")
        MemorySize inFlightBytes();

        /** Bytes of group footers kept open, on heap. */
        @WithDefault("64M")
        MemorySize footerBytes();
    }

    /** Text of pages and dictionaries that queries decoded, kept on heap for the next ones. */
    interface DecodedCache {
        /** Bytes kept. */
        @WithDefault("128M")
        MemorySize bytes();

        /** How long something stays that no query asks for. */
        @WithDefault("10m")
        Duration idle();
    }

    /** What one query and all of them together may take. */
    interface Limits {
        /** Queries that run at a time; others wait. */
        @WithDefault("8")
        int concurrentQueries();

        /** Queries that may wait; one more is answered 429. */
        @WithDefault("100")
        int queuedQueries();

        /** How long a query may wait for its turn; then it is answered 503. */
        @WithDefault("10s")
        Duration queueWait();

        /** Live tails at a time; one more is answered 429. */
        @WithDefault("100")
        int concurrentTails();

        /** Longest run of a query, and how long it runs when its {@code timeout} argument does not say. */
        @WithDefault("30s")
        Duration queryDuration();

        /** Memory that one query may account for (hash tables, sort buffers, distinct sets). */
        @WithDefault("256M")
        MemorySize queryMemory();

        /** Longest {@code query} argument. */
        @WithDefault("16K")
        MemorySize queryLength();

        /** Longest time range of a query; 0 means no limit. */
        @WithDefault("0s")
        Duration queryTimeRange();

        /** Largest form in a request body. */
        @WithDefault("4M")
        MemorySize formBytes();
    }
}
