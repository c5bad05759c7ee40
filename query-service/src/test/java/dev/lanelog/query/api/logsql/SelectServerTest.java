package dev.lanelog.query.api.logsql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lanelog.query.catalog.Await;
import dev.lanelog.query.catalog.ClusterSnapshot;
import dev.lanelog.query.engine.Cancellation;
import dev.lanelog.query.engine.QueryEngine;
import dev.lanelog.query.engine.QueryRequest;
import dev.lanelog.query.engine.QueryResult;
import dev.lanelog.query.engine.ResultSink;
import dev.lanelog.query.engine.RowConsumer;
import dev.lanelog.query.engine.Snapshot;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How answers start, stall, fail and end, over real sockets and with an endpoint that does as the test says. */
@Timeout(60)
@NullUnmarked
class SelectServerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final byte[] BLOCK = ("x".repeat(65_535) + "\n").getBytes(StandardCharsets.US_ASCII);

    /** What the endpoint does. */
    private interface Behaviour {
        void handle(SelectRequest request, SelectResponse response) throws IOException, InterruptedException;
    }

    private volatile Behaviour behaviour = (request, response) -> {};
    private final Vertx vertx = Vertx.vertx();
    private final HttpClient http = HttpClient.newHttpClient();
    private final Admission queries = new Admission(2, 1, Duration.ofMillis(300));
    private SelectServer server;
    private HttpServer listening;

    private static final class NoEngine implements QueryEngine {
        @Override
        public QueryResult run(QueryRequest request, Snapshot snapshot, ResultSink sink, Cancellation cancellation) {
            throw new AssertionError("these tests run no query");
        }

        @Override
        public QueryResult runRows(
                QueryRequest request, Snapshot snapshot, RowConsumer rows, Cancellation cancellation) {
            throw new AssertionError("these tests run no query");
        }
    }

    private static final class NoCluster implements QueryRuns.SnapshotSource {
        @Override
        public ClusterSnapshot snapshot(boolean allowPartial) {
            throw new AssertionError("these tests run no query");
        }

        @Override
        public void forget(String groupName) {
            throw new AssertionError("these tests run no query");
        }
    }

    @BeforeEach
    void listen() throws Exception {
        SelectEndpoint endpoint = new SelectEndpoint() {
            @Override
            public String path() {
                return "/select/x";
            }

            @Override
            public void handle(SelectRequest request, SelectResponse response)
                    throws IOException, InterruptedException {
                behaviour.handle(request, response);
            }
        };
        Admission tails = new Admission(1, 0, Duration.ofMillis(10));
        server = new SelectServer(
                List.of(endpoint),
                queries,
                tails,
                new SelectMetrics(
                        new SimpleMeterRegistry(), queries, tails, new QueryRuns(new NoCluster(), new NoEngine())),
                Clock.systemUTC(),
                1 << 16);
        Router router = Router.router(vertx);
        router.route("/select/*").handler(server::handle);
        listening = vertx.createHttpServer(
                        new HttpServerOptions().setHost("127.0.0.1").setPort(0))
                .requestHandler(router)
                .listen()
                .toCompletionStage()
                .toCompletableFuture()
                .get(10, TimeUnit.SECONDS);
    }

    @AfterEach
    void close() throws Exception {
        server.drain(Duration.ofMillis(100));
        vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    private HttpRequest request() {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + listening.actualPort() + "/select/x"))
                .timeout(PATIENCE)
                .build();
    }

    private HttpResponse<String> get() throws Exception {
        return http.send(request(), BodyHandlers.ofString());
    }

    @Test
    void failureBeforeTheFirstByteIsAStatus() throws Exception {
        behaviour = (request, response) -> {
            throw new IOException("indexer a: UNAVAILABLE");
        };
        HttpResponse<String> answer = get();
        assertEquals(502, answer.statusCode());
        assertEquals("indexer a: UNAVAILABLE\n", answer.body());
        behaviour = (request, response) -> {
            throw new IllegalStateException("a bug");
        };
        assertEquals(500, get().statusCode());
        assertEquals("internal error: a bug\n", get().body());
    }

    @Test
    void failureAfterTheFirstByteCutsTheAnswerOff() throws Exception {
        behaviour = (request, response) -> {
            response.write(BLOCK, 0, BLOCK.length);
            throw new IOException("indexer a: UNAVAILABLE");
        };
        assertThrows(IOException.class, this::get);
        assertEquals(0, queries.running());
    }

    @Test
    void failureAfterAFewHeldBackBytesIsStillAStatus() throws Exception {
        behaviour = (request, response) -> {
            response.write(BLOCK, 0, 100);
            throw new ApiException(502, "too late, but nothing went out");
        };
        HttpRequest gzip = HttpRequest.newBuilder(request(), (name, value) -> true)
                .header("Accept-Encoding", "gzip")
                .build();
        HttpResponse<String> answer = http.send(gzip, BodyHandlers.ofString());
        assertEquals(502, answer.statusCode());
        assertEquals("too late, but nothing went out\n", answer.body());
    }

    @Test
    void slowReaderHoldsTheWriterBackAndGetsEverything() throws Exception {
        AtomicLong written = new AtomicLong();
        int blocks = 1_000;
        behaviour = (request, response) -> {
            for (int i = 0; i < blocks; i++) {
                response.write(BLOCK, 0, BLOCK.length);
                written.addAndGet(BLOCK.length);
            }
        };
        HttpResponse<InputStream> answer = http.send(request(), BodyHandlers.ofInputStream());
        try (InputStream body = answer.body()) {
            body.readNBytes(1_000);
            long[] last = {-1};
            Await.until("the writer stands still", PATIENCE, () -> {
                long now = written.get();
                boolean still = now == last[0];
                last[0] = now;
                if (!still) {
                    LockSupport.parkNanos(300_000_000);
                }
                return still && now > 0;
            });
            assertTrue(written.get() < 20L << 20, "written ahead of the reader: " + written.get());
            assertEquals((long) blocks * BLOCK.length - 1_000, body.readAllBytes().length);
        }
    }

    @Test
    void clientThatLeavesCancelsAndFreesItsTurn() throws Exception {
        CompletableFuture<Boolean> cancelled = new CompletableFuture<>();
        behaviour = (request, response) -> {
            try {
                while (!request.cancellation().isCancelled()) {
                    response.write(BLOCK, 0, BLOCK.length);
                }
            } finally {
                cancelled.complete(request.cancellation().isCancelled());
            }
        };
        try (Socket socket = new Socket("127.0.0.1", listening.actualPort())) {
            socket.getOutputStream()
                    .write("GET /select/x HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertEquals('H', socket.getInputStream().read());
        }
        assertTrue(cancelled.get(20, TimeUnit.SECONDS));
        Await.until("the turn is free", PATIENCE, () -> queries.running() == 0);
    }

    @Test
    void waitingIsBoundedInNumberAndTime() throws Exception {
        CountDownLatch hold = new CountDownLatch(1);
        behaviour = (request, response) -> hold.await();
        var first = http.sendAsync(request(), BodyHandlers.ofString());
        var second = http.sendAsync(request(), BodyHandlers.ofString());
        Await.until("two run", PATIENCE, () -> queries.running() == 2);
        var third = http.sendAsync(request(), BodyHandlers.ofString());
        Await.until("one waits", PATIENCE, () -> queries.waiting() == 1);
        HttpResponse<String> tooMany = get();
        assertEquals(429, tooMany.statusCode());
        assertEquals("1", tooMany.headers().firstValue("Retry-After").orElse(""));
        HttpResponse<String> tooLong = third.get(20, TimeUnit.SECONDS);
        assertEquals(503, tooLong.statusCode());
        assertEquals("1", tooLong.headers().firstValue("Retry-After").orElse(""));
        hold.countDown();
        assertEquals(200, first.get(20, TimeUnit.SECONDS).statusCode());
        assertEquals(200, second.get(20, TimeUnit.SECONDS).statusCode());
        assertEquals(2, queries.refused());
    }

    @Test
    void drainLetsAnswersEndAndRefusesNewOnes() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch hold = new CountDownLatch(1);
        behaviour = (request, response) -> {
            started.countDown();
            hold.await();
            response.write(BLOCK, 0, 10);
        };
        var running = http.sendAsync(request(), BodyHandlers.ofString());
        assertTrue(started.await(20, TimeUnit.SECONDS));
        Thread drain = Thread.ofVirtual().start(() -> server.drain(Duration.ofSeconds(20)));
        Await.until("new requests are refused", PATIENCE, () -> {
            try {
                return http.sendAsync(request(), BodyHandlers.ofString())
                                .get(200, TimeUnit.MILLISECONDS)
                                .statusCode()
                        == 503;
            } catch (Exception notYet) {
                return false;
            }
        });
        hold.countDown();
        assertEquals("xxxxxxxxxx", running.get(20, TimeUnit.SECONDS).body());
        drain.join();
    }
}
