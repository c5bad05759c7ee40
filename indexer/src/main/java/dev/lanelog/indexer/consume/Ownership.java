package dev.lanelog.indexer.consume;

import dev.lanelog.indexer.consume.CatalogWriter.GroupOffset;
import org.jspecify.annotations.Nullable;

/** What a partition asks the poll thread's consumer right before a commit: the brokers do not check it. */
interface Ownership {
    /** Whether the consumer has the partition at this moment. */
    boolean owns(int partition);

    /** The group's mirror of the progress; null without a group. */
    @Nullable GroupOffset groupOffset(int partition, long nextOffset);

    /** Id of the topic now; a topic that was made anew has another one. */
    String topicId() throws CatalogException;
}
