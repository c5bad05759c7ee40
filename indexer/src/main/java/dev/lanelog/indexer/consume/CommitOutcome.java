package dev.lanelog.indexer.consume;

/** How a catalog transaction ended. */
enum CommitOutcome {
    /** All of it is in the catalog. */
    COMMITTED,
    /** None of it is; it may be tried again. */
    REJECTED,
    /** None of it is; another indexer owns the partition. */
    FENCED,
    /** It is not known yet; {@link PartitionCommitter#resolve} finds out. */
    UNKNOWN
}
