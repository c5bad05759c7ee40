package dev.lanelog.query.api.logsql;

import dev.lanelog.columnar.group.CorruptGroupException;
import dev.lanelog.query.catalog.ClusterNotReadyException;
import dev.lanelog.query.catalog.ClusterSnapshot;
import dev.lanelog.query.catalog.PartitionsMissingException;
import dev.lanelog.query.engine.QueryEngine;
import dev.lanelog.query.engine.QueryResult;
import dev.lanelog.query.engine.ResultSink;
import dev.lanelog.query.engine.RowConsumer;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Runs the query of a request over a snapshot of the cluster. The one place below all endpoints where the tenant, the
 * time range, extra filters and hidden fields of {@link CommonArgs} meet the engine, and where it is decided what
 * happens to an answer that can't be whole: it fails and names what is missing, or, when the request allows a partial
 * answer, leaves that out and names it in the header {@value #MISSING_HEADER}.
 */
final class QueryRuns {
    /** Partitions that a partial answer lacks, comma-separated. */
    static final String MISSING_HEADER = "Lanelog-Missing-Partitions";

    private static final Logger LOG = Logger.getLogger(QueryRuns.class);

    private final SnapshotSource snapshots;
    private final QueryEngine engine;
    private final LongAdder corruptPages = new LongAdder();
    private final LongAdder partialAnswers = new LongAdder();

    /** Takes snapshots of the cluster, and drops what is kept of a damaged group. */
    interface SnapshotSource {
        /**
         * @throws ClusterNotReadyException before anything is known
         * @throws PartitionsMissingException when a partition is missing and may not be
         */
        ClusterSnapshot snapshot(boolean allowPartial) throws InterruptedException;

        /** Forgets the bytes of a group, so that they are fetched again. */
        void forget(String groupName);
    }

    QueryRuns(SnapshotSource snapshots, QueryEngine engine) {
        this.snapshots = snapshots;
        this.engine = engine;
    }

    /** Runs a query and gives its answer as NDJSON. */
    QueryResult run(EngineCall call, SelectResponse response, ResultSink sink)
            throws IOException, InterruptedException {
        Counting counting = new Counting();
        return attempts(
                call,
                response,
                counting,
                snapshot -> engine.run(
                        call.request(),
                        snapshot,
                        (buf, off, len) -> {
                            counting.delivered = true;
                            sink.write(buf, off, len);
                        },
                        call.cancellation()));
    }

    /** Runs a query and gives its answer row by row. */
    QueryResult runRows(EngineCall call, SelectResponse response, RowConsumer rows)
            throws IOException, InterruptedException {
        Counting counting = new Counting();
        return attempts(
                call,
                response,
                counting,
                snapshot -> engine.runRows(
                        call.request(),
                        snapshot,
                        (names, values) -> {
                            counting.delivered = true;
                            rows.row(names, values);
                        },
                        call.cancellation()));
    }

    /** Looks at a snapshot without a query. */
    <T> T look(boolean allowPartial, SelectResponse response, SnapshotReader<T> reader)
            throws IOException, InterruptedException {
        try (ClusterSnapshot snapshot = snapshot(allowPartial)) {
            nameMissing(snapshot, response);
            return reader.read(snapshot);
        }
    }

    /** Reads something from a snapshot. */
    interface SnapshotReader<T> {
        T read(ClusterSnapshot snapshot) throws IOException;
    }

    private static final class Counting {
        boolean delivered;
    }

    private QueryResult attempts(
            EngineCall call, SelectResponse response, Counting counting, SnapshotReader<QueryResult> attempt)
            throws IOException, InterruptedException {
        try (ClusterSnapshot snapshot = snapshot(call.allowPartial())) {
            while (true) {
                nameMissing(snapshot, response);
                try {
                    return attempt.read(snapshot);
                } catch (IOException | RuntimeException e) {
                    CorruptGroupException damage = damage(e);
                    if (damage == null) {
                        throw e;
                    }
                    String group = snapshot.groupOf(damage);
                    corruptPages.increment();
                    LOG.errorf("damaged group found group=%s reason=\"%s\"", group, damage.getMessage());
                    if (group != null) {
                        snapshots.forget(group);
                    }
                    // Rows that were delivered can't be taken back, so a second try would repeat them.
                    boolean again = call.allowPartial()
                            && !counting.delivered
                            && group != null
                            && snapshot.exclude(group, damage);
                    if (!again) {
                        throw new ApiException(
                                502,
                                "stored rows are damaged and can't be answered from: " + damage.getMessage()
                                        + "; pass allow_partial_response=1 to leave that group out",
                                e);
                    }
                }
            }
        }
    }

    private ClusterSnapshot snapshot(boolean allowPartial) throws InterruptedException {
        try {
            return snapshots.snapshot(allowPartial);
        } catch (ClusterNotReadyException e) {
            throw new ApiException(503, String.valueOf(e.getMessage()), e);
        } catch (PartitionsMissingException e) {
            throw new ApiException(502, String.valueOf(e.getMessage()), e);
        }
    }

    private void nameMissing(ClusterSnapshot snapshot, SelectResponse response) {
        List<Integer> missing = snapshot.missingPartitions();
        if (!missing.isEmpty()) {
            partialAnswers.increment();
            LOG.warnf("partial answer missing=\"%s\"", snapshot.missingReasons());
            if (!response.started()) {
                response.header(
                        MISSING_HEADER, missing.stream().map(String::valueOf).collect(Collectors.joining(",")));
            }
        }
    }

    private static @Nullable CorruptGroupException damage(Throwable thrown) {
        for (Throwable t = thrown; t != null; t = t.getCause()) {
            if (t instanceof CorruptGroupException damage) {
                return damage;
            }
        }
        return null;
    }

    long corruptPages() {
        return corruptPages.sum();
    }

    long partialAnswers() {
        return partialAnswers.sum();
    }
}
