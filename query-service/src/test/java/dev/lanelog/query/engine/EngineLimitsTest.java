package dev.lanelog.query.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lanelog.query.logsql.ast.FieldPattern;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Bounds of a query: memory, time, cancellation, hidden fields; and what metadata alone answers. */
final class EngineLimitsTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private static EngineFixture fixture(int rows) throws IOException {
        EngineFixture fixture = new EngineFixture(2);
        List<MemorySnapshot.Row> list = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            Map<String, String> fields = new TreeMap<>();
            fields.put("app", "a");
            fields.put("level", i % 3 == 0 ? "error" : "info");
            fields.put("id", "value-" + i);
            fields.put("_msg", "row number " + i + " of the test");
            list.add(new MemorySnapshot.Row(EngineFixture.START + i * 1_000_000L, fields));
        }
        fixture.add(list, 1024);
        return fixture;
    }

    private static QueryRequest request(EngineFixture f, String query, Duration timeout, long memory) {
        return f.request(query, Long.MIN_VALUE, Long.MAX_VALUE, 0, timeout, memory);
    }

    @Test
    void budgetEndsTheQueryAndNamesThePipe() throws IOException {
        try (EngineFixture f = fixture(60_000)) {
            for (Map.Entry<String, String> e : Map.of(
                            "* | uniq by (id)", "uniq",
                            "* | top by (id)", "top",
                            "* | sort by (id)", "sort",
                            "* | stats by (id) count()", "stats",
                            "* | stats count_uniq(id)", "stats",
                            "* | running_stats count()", "running_stats")
                    .entrySet()) {
                QueryMemoryException thrown = assertThrows(
                        QueryMemoryException.class, () -> f.run(request(f, e.getKey(), LONG, 300_000)), e.getKey());
                assertTrue(String.valueOf(thrown.getMessage()).contains(e.getValue() + " wants"), thrown::toString);
            }
            assertEquals("{\"n\":\"60000\"}\n", f.run(request(f, "* | stats count() n", LONG, 300_000)));
        }
    }

    @Test
    void topOfManyRowsStaysWithinASmallBudget() throws IOException {
        try (EngineFixture f = fixture(60_000)) {
            String answer = f.run(request(f, "* | sort by (_time desc) limit 3 | fields id", LONG, 1_000_000));
            assertEquals("{\"id\":\"value-59999\"}\n{\"id\":\"value-59998\"}\n{\"id\":\"value-59997\"}\n", answer);
        }
    }

    @Test
    void newestRowsAreFoundWithoutLookingAtOldPages() throws IOException {
        try (EngineFixture f = fixture(60_000)) {
            QueryRequest request = f.request("*", Long.MIN_VALUE, Long.MAX_VALUE, 5, LONG, 1 << 24);
            assertEquals(5, f.run(request).lines().count());
            assertTrue(f.last.statistics().rowsScanned() < 20_000, f.last.toString());
        }
    }

    @Test
    void timeoutEndsTheQuery() throws IOException {
        try (EngineFixture f = fixture(20_000)) {
            QueryTimeoutException thrown = assertThrows(
                    QueryTimeoutException.class,
                    () -> f.run(request(f, "_msg:~\"(a|b|c)*z\" | stats count()", Duration.ofNanos(1), 1 << 24)));
            assertTrue(String.valueOf(thrown.getMessage()).contains("timeout"), thrown::toString);
        }
    }

    @Test
    void cancellationReachesAQueryWhoseReaderIsSlow() throws Exception {
        try (EngineFixture f = fixture(60_000)) {
            Cancellation cancellation = new Cancellation();
            CountDownLatch started = new CountDownLatch(1);
            CountDownLatch goOn = new CountDownLatch(1);
            AtomicReference<Throwable> outcome = new AtomicReference<>();
            Thread driver = Thread.ofVirtual().start(() -> {
                try {
                    f.engine.run(
                            request(f, "*", LONG, 1 << 26),
                            f.snapshot,
                            (buf, off, len) -> {
                                started.countDown();
                                awaitQuietly(goOn);
                            },
                            cancellation);
                } catch (Exception e) {
                    outcome.set(e);
                }
            });
            assertTrue(started.await(20, TimeUnit.SECONDS));
            // The driver waits for its reader; the pool must be free for others meanwhile.
            assertEquals("{\"n\":\"20000\"}\n", f.run(request(f, "level:error | stats count() n", LONG, 1 << 24)));
            cancellation.cancel();
            long cancelledNs = System.nanoTime();
            goOn.countDown();
            driver.join();
            assertTrue(System.nanoTime() - cancelledNs < 2_000_000_000L);
            assertTrue(outcome.get() instanceof QueryCancelledException, String.valueOf(outcome.get()));
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void countsComeFromMetadataOnlyWhenNothingStandsInTheWay() throws IOException {
        try (EngineFixture f = fixture(5_000)) {
            assertEquals("{\"n\":\"5000\"}\n", f.run("* | stats count() n"));
            assertEquals(0, f.last.statistics().rowsScanned());
            f.run("* | stats by (level) count() n");
            assertEquals(0, f.last.statistics().rowsScanned());
            f.run("* | top by (level)");
            assertEquals(0, f.last.statistics().rowsScanned());
            long half = EngineFixture.START + 2_500 * 1_000_000L;
            QueryRequest cut = f.request("* | stats count() n", half, Long.MAX_VALUE, 0, LONG, 1 << 24);
            assertEquals("{\"n\":\"2500\"}\n", f.run(cut));
            assertEquals(2_500, f.last.statistics().rowsScanned());
            assertEquals("{\"n\":\"3333\"}\n", f.run("not level:error | stats count() n"));
            assertEquals("{\"n\":\"1667\"}\n", f.run("* | stats count() if (level:error) n"));
        }
    }

    @Test
    void hiddenFieldsAreSeenByNobody() throws IOException {
        try (EngineFixture f = fixture(10)) {
            QueryRequest open = f.request("*", Long.MIN_VALUE, Long.MAX_VALUE, 0, LONG, 1 << 24);
            QueryRequest request = new QueryRequest(
                    open.query(),
                    open.tenant(),
                    open.startNs(),
                    open.endNs(),
                    0,
                    0,
                    List.of(),
                    List.of(FieldPattern.of("lev*")),
                    LONG,
                    1 << 24);
            assertTrue(f.run(open).contains("\"level\""));
            assertTrue(!f.run(request).contains("level"));
            QueryRequest filtered = new QueryRequest(
                    f.request("level:error | stats count() n", 0, Long.MAX_VALUE, 0, LONG, 1 << 24)
                            .query(),
                    open.tenant(),
                    open.startNs(),
                    open.endNs(),
                    0,
                    0,
                    List.of(),
                    List.of(FieldPattern.of("lev*")),
                    LONG,
                    1 << 24);
            assertEquals("{\"n\":\"0\"}\n", f.run(filtered));
        }
    }

    @Test
    void rowsAreGivenOneByOneWithoutEmptyFields() throws IOException {
        try (EngineFixture f = fixture(3)) {
            List<String> rows = new ArrayList<>();
            f.engine.runRows(
                    request(f, "* | fields id, nothing, level", LONG, 1 << 24),
                    f.snapshot,
                    (names, values) ->
                            rows.add(String.join(",", names) + "=" + new String(values[0], StandardCharsets.UTF_8)),
                    new Cancellation());
            assertEquals(List.of("id,level=value-0", "id,level=value-1", "id,level=value-2"), rows);
        }
    }

    @Test
    void sinkThatFailsEndsTheQuery() throws IOException {
        try (EngineFixture f = fixture(5_000)) {
            IOException gone = assertThrows(
                    IOException.class,
                    () -> f.engine.run(
                            request(f, "*", LONG, 1 << 26),
                            f.snapshot,
                            (buf, off, len) -> {
                                throw new IOException("client gone");
                            },
                            new Cancellation()));
            assertEquals("client gone", gone.getMessage());
            assertEquals("{\"n\":\"5000\"}\n", f.run("* | stats count() n"));
        }
    }

    @Test
    void answersAreValidUtf8Blocks() throws IOException {
        try (EngineFixture f = fixture(20_000)) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            f.engine.run(
                    request(f, "*", LONG, 1 << 26),
                    f.snapshot,
                    (buf, off, len) -> {
                        assertEquals('\n', buf[off + len - 1]);
                        all.write(buf, off, len);
                    },
                    new Cancellation());
            assertEquals(20_000, all.toString(StandardCharsets.UTF_8).lines().count());
        }
    }
}
