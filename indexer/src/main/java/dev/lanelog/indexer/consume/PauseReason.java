package dev.lanelog.indexer.consume;

/** Why records are left in Kafka for now. */
public enum PauseReason {
    NONE,
    /** Heads hold as many bytes as they may. */
    HEAD_FULL,
    /** The disk has less free space than the minimum. */
    DISK_FULL,
    /** Too many small files wait to be merged. */
    MERGE_BACKLOG
}
