package dev.lanelog.query.engine;

import dev.lanelog.query.engine.batch.BatchConsumer;
import dev.lanelog.query.logsql.ast.TimeRange;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * A query while it runs: what its parts share. Everyone who loops over rows calls {@link #check} at least every few
 * milliseconds. Safe for use by many threads.
 */
public final class QueryRun {
    private final QueryRequest request;
    private final Snapshot snapshot;
    private final Cancellation cancellation;
    private final MemoryBudget memory;
    private final LongSupplier nanoTime;
    private final long startedNs;
    private final long deadlineNs;
    private final long startNs;
    private final long endNs;
    private final Counters counters;
    private final Subqueries subqueries;
    private final Map<Object, Object> shared = new HashMap<>();

    public QueryRun(
            QueryRequest request,
            Snapshot snapshot,
            Cancellation cancellation,
            LongSupplier nanoTime,
            Subqueries subqueries) {
        this(
                request,
                snapshot,
                cancellation,
                new MemoryBudget(request.memoryBudgetBytes()),
                nanoTime,
                nanoTime.getAsLong(),
                request.startNs(),
                request.endNs(),
                new Counters(),
                subqueries);
    }

    private QueryRun(
            QueryRequest request,
            Snapshot snapshot,
            Cancellation cancellation,
            MemoryBudget memory,
            LongSupplier nanoTime,
            long startedNs,
            long startNs,
            long endNs,
            Counters counters,
            Subqueries subqueries) {
        this.request = request;
        this.snapshot = snapshot;
        this.cancellation = cancellation;
        this.memory = memory;
        this.nanoTime = nanoTime;
        this.startedNs = startedNs;
        this.deadlineNs = startedNs + request.timeout().toNanos();
        this.startNs = startNs;
        this.endNs = endNs;
        this.counters = counters;
        this.subqueries = subqueries;
    }

    /** This run with another query in it, that counts against the same bounds. */
    public QueryRun nested(QueryRequest other) {
        return new QueryRun(
                other,
                snapshot,
                cancellation,
                memory,
                nanoTime,
                startedNs,
                other.startNs(),
                other.endNs(),
                counters,
                subqueries);
    }

    /** This run with the time range that its filter leaves. */
    public QueryRun within(long newStartNs, long newEndNs) {
        return new QueryRun(
                request,
                snapshot,
                cancellation,
                memory,
                nanoTime,
                startedNs,
                newStartNs,
                newEndNs,
                counters,
                subqueries);
    }

    public QueryRequest request() {
        return request;
    }

    public Snapshot snapshot() {
        return snapshot;
    }

    public MemoryBudget memory() {
        return memory;
    }

    /** Start of the range of stored times that is selected, inclusive; {@code options(time_offset=...)} is taken off. */
    public long startNs() {
        return startNs;
    }

    /** End of the range of stored times that is selected, exclusive. */
    public long endNs() {
        return endNs;
    }

    /** The selected stored times; empty when there are none. */
    public TimeRange range() {
        return new TimeRange(startNs, endNs == Long.MAX_VALUE || endNs == Long.MIN_VALUE ? endNs : endNs - 1);
    }

    public Counters counters() {
        return counters;
    }

    public Subqueries subqueries() {
        return subqueries;
    }

    public boolean isCancelled() {
        return cancellation.isCancelled();
    }

    /** Nanoseconds since the run began. */
    public long elapsedNs() {
        return nanoTime.getAsLong() - startedNs;
    }

    /**
     * @throws QueryCancelledException when the query was cancelled
     * @throws QueryTimeoutException when its time is over
     */
    public void check() {
        if (cancellation.isCancelled()) {
            throw new QueryCancelledException("the query was cancelled");
        }
        if (nanoTime.getAsLong() - deadlineNs > 0) {
            throw new QueryTimeoutException("the query takes longer than its timeout of "
                    + request.timeout().toMillis() + " ms; select a shorter time range or raise the timeout");
        }
    }

    /**
     * What several instances of a pipe share, such as the right side of a join. Made when first asked for, which is on the
     * driver.
     *
     * @param key equal for all who share it
     */
    public <T> T shared(Object key, Class<T> type, Loader<T> loader) throws IOException {
        synchronized (shared) {
            Object value = shared.get(key);
            if (value == null) {
                value = loader.load();
                shared.put(key, value);
            }
            return type.cast(value);
        }
    }

    /** Makes what is shared. */
    @FunctionalInterface
    public interface Loader<T> {
        T load() throws IOException;
    }

    /** Runs a query within this one. */
    public interface Subqueries {
        /**
         * @param run the surrounding query
         * @param request the query; its bounds are those of {@code run}
         */
        void run(QueryRun run, QueryRequest request, BatchConsumer batches) throws IOException;
    }

    /** What {@link QueryStatistics} reports, while it is counted. */
    public static final class Counters {
        public final LongAdder rowsMatched = new LongAdder();
        public final LongAdder rowsScanned = new LongAdder();
        public final LongAdder slices = new LongAdder();
        public final LongAdder slicesPruned = new LongAdder();
        public final LongAdder slicesFromMetadata = new LongAdder();
        public final LongAdder pages = new LongAdder();
        public final LongAdder pagesPruned = new LongAdder();
        public final LongAdder pagesScanned = new LongAdder();
        public final LongAdder bytesRead = new LongAdder();
        public final LongAdder valuesRead = new LongAdder();
    }
}
