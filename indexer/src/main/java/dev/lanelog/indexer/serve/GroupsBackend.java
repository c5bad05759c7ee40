package dev.lanelog.indexer.serve;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** What the gRPC service serves. */
public interface GroupsBackend {
    /** Null when the indexer does not run in this process. */
    @Nullable Feed feed();

    /** Name of the store. */
    String store();

    /** Threads that may block on the disk. */
    Executor readers();

    /** Threads that send events to watchers and never block. */
    Executor senders();
}
