package dev.lanelog.query.engine;

import dev.lanelog.columnar.group.Tenant;
import dev.lanelog.query.engine.exec.ComputePool;
import dev.lanelog.query.engine.exec.DecodedCache;
import dev.lanelog.query.engine.exec.ScanQueryEngine;
import dev.lanelog.query.logsql.parse.LogsQlParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Runs queries on data in memory. */
final class EngineFixture implements AutoCloseable {
    static final Tenant TENANT = new Tenant(7, 3);
    static final long START = 1_768_435_200_000_000_000L;

    final ComputePool pool;
    final QueryEngine engine;
    final MemorySnapshot snapshot = new MemorySnapshot();
    QueryResult last = new QueryResult(new QueryStatistics(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ""), 0, 0);

    EngineFixture(int threads) {
        // Several threads take part however few rows there are.
        pool = new ComputePool(threads, threads > 1 ? 0 : Integer.MAX_VALUE);
        engine =
                new ScanQueryEngine(pool, System::nanoTime, "scalar", new DecodedCache(1 << 24, Duration.ofMinutes(1)));
    }

    void add(List<MemorySnapshot.Row> rows, int pageRows) throws IOException {
        snapshot.add(TENANT, rows, List.of("app"), pageRows);
    }

    QueryRequest request(String query, long startNs, long endNs, long limit, Duration timeout, long memory) {
        return new QueryRequest(
                LogsQlParser.parse(query, endNs == Long.MAX_VALUE ? START : endNs),
                TENANT,
                startNs,
                endNs,
                limit,
                0,
                List.of(),
                List.of(),
                timeout,
                memory);
    }

    String run(String query) throws IOException {
        return run(request(query, Long.MIN_VALUE, Long.MAX_VALUE, 0, Duration.ofSeconds(30), 1L << 30));
    }

    String run(QueryRequest request) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        last = engine.run(request, snapshot, out::write, new Cancellation());
        return out.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        pool.close();
    }
}
