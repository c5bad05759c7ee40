package dev.lanelog.query.api.logsql;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Lets a bounded number of queries run, and a bounded number wait for a bounded time. Safe for many threads. */
final class Admission {
    private final int limit;
    private final int queueLimit;
    private final Duration wait;
    private final Semaphore running;
    private final AtomicInteger waiting = new AtomicInteger();
    private final LongAdder refused = new LongAdder();

    Admission(int limit, int queueLimit, Duration wait) {
        this.limit = limit;
        this.queueLimit = queueLimit;
        this.wait = wait;
        this.running = new Semaphore(limit, true);
    }

    /**
     * Waits for a turn; {@link #leave} must follow.
     *
     * @throws ApiException 429 when too many wait already, 503 when the turn did not come in time
     */
    void enter() throws InterruptedException {
        if (running.tryAcquire()) {
            return;
        }
        if (waiting.incrementAndGet() > queueLimit) {
            waiting.decrementAndGet();
            refused.increment();
            throw new ApiException(
                    429, limit + " queries run and " + queueLimit + " wait already; repeat the request later");
        }
        try {
            if (!running.tryAcquire(wait.toMillis(), TimeUnit.MILLISECONDS)) {
                refused.increment();
                throw new ApiException(
                        503,
                        "the query waited " + wait.toMillis() + " ms for one of " + limit
                                + " running queries to end; repeat it later");
            }
        } finally {
            waiting.decrementAndGet();
        }
    }

    void leave() {
        running.release();
    }

    int running() {
        return limit - running.availablePermits();
    }

    int waiting() {
        return waiting.get();
    }

    long refused() {
        return refused.sum();
    }
}
