package dev.lanelog.compat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Posts numbered rows as JSON lines from several connections and keeps book: which requests were answered with 200 and
 * which got no answer. A request without a success is sent again until it has one, so in the end every number was
 * acknowledged at least once, and only numbers in {@link #unanswered()} may have been stored more than once.
 */
final class NumberedSender {
    private static final int ROWS_A_REQUEST = 500;
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final List<String> bases;
    private final int first;
    private final int rows;
    private final int connections;
    private final int rowsPerSecond;
    private final AtomicInteger acknowledged = new AtomicInteger();
    private final BitSet unanswered = new BitSet();

    NumberedSender(String base, int rows, int connections) {
        this(List.of(base), 0, rows, connections, Integer.MAX_VALUE);
    }

    /**
     * @param bases gateways, which take turns
     * @param first number of the first row
     * @param rows how many rows
     * @param rowsPerSecond what all connections together send at most
     */
    NumberedSender(List<String> bases, int first, int rows, int connections, int rowsPerSecond) {
        this.bases = bases;
        this.first = first;
        this.rows = rows;
        this.connections = connections;
        this.rowsPerSecond = rowsPerSecond;
    }

    /** Rows acknowledged up to now. */
    int acknowledged() {
        return acknowledged.get();
    }

    /** Numbers of rows whose request once ended without a success. */
    BitSet unanswered() {
        synchronized (unanswered) {
            return (BitSet) unanswered.clone();
        }
    }

    /** Starts sending; the future ends when every row was acknowledged. */
    Future<Void> start() {
        ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor();
        AtomicInteger next = new AtomicInteger();
        long begin = System.nanoTime();
        List<Callable<Void>> workers = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            workers.add(() -> {
                for (int from = next.getAndAdd(ROWS_A_REQUEST); from < rows; from = next.getAndAdd(ROWS_A_REQUEST)) {
                    awaitTurn(begin, from);
                    deliver(first + from, first + Math.min(rows, from + ROWS_A_REQUEST));
                }
                return null;
            });
        }
        return pool.submit(() -> {
            for (Future<Void> worker : pool.invokeAll(workers)) {
                worker.get();
            }
            pool.shutdown();
            return null;
        });
    }

    private void awaitTurn(long begin, int sent) {
        if (rowsPerSecond == Integer.MAX_VALUE) {
            return;
        }
        long due = begin + sent * TimeUnit.SECONDS.toNanos(1) / rowsPerSecond;
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private void deliver(int from, int to) {
        byte[] body = body(from, to);
        Await.until("rows " + from + " to " + to + " acknowledged", PATIENCE, () -> {
            boolean taken = false;
            try {
                String base = bases.get(from / ROWS_A_REQUEST % bases.size());
                taken = Wire.send(base, "POST", "/insert/jsonline?_stream_fields=app", List.of(), body)
                                .status()
                        == 200;
            } finally {
                if (!taken) {
                    synchronized (unanswered) {
                        unanswered.set(from, to);
                    }
                }
            }
            if (taken) {
                acknowledged.addAndGet(to - from);
            }
            return taken;
        });
    }

    private static byte[] body(int from, int to) {
        StringBuilder text = new StringBuilder((to - from) * 80);
        for (int n = from; n < to; n++) {
            text.append("{\"_msg\":\"row number ")
                    .append(n)
                    .append("\",\"app\":\"numbered\",\"n\":\"")
                    .append(n)
                    .append("\"}\n");
        }
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    /** For tests that need the answer to one row only. */
    static int post(String base, String line) throws IOException {
        return Wire.send(base, "POST", "/insert/jsonline", List.of(), line.getBytes(StandardCharsets.UTF_8))
                .status();
    }
}
