package dev.lanelog.query.engine;

import java.io.IOException;

/**
 * Runs queries. A run belongs to the thread that calls it, its driver: a platform or virtual thread, never an event
 * loop. Page scans go to the engine's own pool; the driver takes their results in order and is the only thread that
 * waits for the reader. Safe for use by many threads.
 */
public interface QueryEngine {
    /**
     * Runs a query and writes its answer as NDJSON: an object per row, empty values left out, a row without any left out.
     * Fields are sorted by name unless a pipe fixed their order.
     *
     * @throws QueryException when the query is cancelled, takes too long, needs too much memory or can't be done
     * @throws IOException when a group can't be read or the sink refuses
     */
    QueryResult run(QueryRequest request, Snapshot snapshot, ResultSink sink, Cancellation cancellation)
            throws IOException;

    /** As {@link #run}, but gives the answer row by row. */
    QueryResult runRows(QueryRequest request, Snapshot snapshot, RowConsumer rows, Cancellation cancellation)
            throws IOException;
}
