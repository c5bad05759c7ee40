package dev.lanelog.indexer.config;

/** How an indexer comes to own partitions. */
public enum Assignment {
    /** All partitions of the topic, without a consumer group: one indexer per store. A restart waits for nothing. */
    ALL,
    /** A share of the partitions, given out by a consumer group named {@code lanelog-<store>}. */
    GROUP
}
