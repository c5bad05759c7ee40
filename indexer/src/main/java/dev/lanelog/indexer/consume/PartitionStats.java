package dev.lanelog.indexer.consume;

/**
 * A partition in figures: written by the poll thread, read by metrics and readiness.
 *
 * @param lag records that are in the log and not in a file or head, or -1 when it is not known
 * @param message what the condition is about; empty when there is nothing to say
 */
public record PartitionStats(
        int partition,
        PartitionCondition condition,
        String message,
        PauseReason pause,
        long ownerGeneration,
        long nextOffset,
        long headEnd,
        long lag,
        long headRows,
        long headBytes,
        int files,
        long fileBytes) {}
