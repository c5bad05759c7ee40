package dev.lanelog.indexer.consume;

/**
 * How a partition of this indexer is doing. Those that need an operator carry a remedy; none of them is left by a silent
 * reset.
 */
public enum PartitionCondition {
    /** Being taken over: the previous owner is fenced, the catalog read. */
    TAKING_OVER(""),
    /** Records are read and indexed. */
    CONSUMING(""),
    /** Kafka did not answer, or not in time; tried again. */
    KAFKA_UNAVAILABLE("check the brokers; it is tried again every second"),
    /** Another indexer owns the partition. */
    FENCED(
            "two indexers with assignment=all use one store: stop one of them, or give them assignment=group, then restart"
                    + " this one"),
    /** The log was cut off past the progress: records were deleted by retention before they were indexed. */
    BEHIND_LOG_START("the records in between are gone; raise the topic's retention, then POST"
            + " /internal/resume_partition?partition=N to go on at the log's start"),
    /** The progress lies past the log's end: the brokers lost records that they had acknowledged. */
    BEYOND_LOG_END(
            "the rows up to the progress are in files; POST /internal/resume_partition?partition=N to go on at the"
                    + " log's end"),
    /** The topic was deleted and made anew: its offsets mean other records. */
    TOPIC_CHANGED("the files of the old topic stay live; POST /internal/resume_partition?partition=N to index the new"
            + " topic from its start");

    private final String remedy;

    PartitionCondition(String remedy) {
        this.remedy = remedy;
    }

    /** What an operator does about it; empty when nothing. */
    public String remedy() {
        return remedy;
    }

    /** Whether it stays so until an operator acts. */
    public boolean needsOperator() {
        return this == FENCED || this == BEHIND_LOG_START || this == BEYOND_LOG_END || this == TOPIC_CHANGED;
    }
}
