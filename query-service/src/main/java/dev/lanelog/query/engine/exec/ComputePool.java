package dev.lanelog.query.engine.exec;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads that compute: a fixed number, mostly one per core, shared by all queries. They never wait for a reader of
 * an answer. Waiting work is bounded: each query hands over only a few pages ahead, and work that finds the queue full is
 * done by the query's own driver.
 */
public final class ComputePool implements AutoCloseable {
    private static final int QUEUE = 4096;

    /** Handing fewer rows over takes longer than looking at them. */
    private static final int INLINE_ROWS = 8192;

    private final int parallelism;
    private final int inlineRows;
    private final ThreadPoolExecutor threads;

    public ComputePool(int parallelism) {
        this(parallelism, INLINE_ROWS);
    }

    /**
     * @param parallelism number of threads
     * @param inlineRows a query that returns some of no more rows than this does not use the threads
     */
    public ComputePool(int parallelism, int inlineRows) {
        this.parallelism = parallelism;
        this.inlineRows = inlineRows;
        AtomicInteger number = new AtomicInteger();
        this.threads = new ThreadPoolExecutor(
                parallelism, parallelism, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(QUEUE), task -> {
                    Thread thread = new Thread(task, "query-compute-" + number.getAndIncrement());
                    thread.setDaemon(true);
                    return thread;
                });
    }

    /** Number of threads. */
    public int parallelism() {
        return parallelism;
    }

    /** Most rows that a query looks at on its driver's thread. */
    int inlineRows() {
        return inlineRows;
    }

    /** Tasks that wait for a thread. */
    public int queued() {
        return threads.getQueue().size();
    }

    /** Runs a task on a thread of the pool, or at once on the caller's when the queue is full. */
    <T> CompletableFuture<T> submit(Task<T> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Runnable run = () -> {
            try {
                result.complete(task.run());
            } catch (Throwable e) {
                // Errors too: whoever waits for the result must learn of them.
                result.completeExceptionally(e);
            }
        };
        try {
            threads.execute(run);
        } catch (RejectedExecutionException _) {
            run.run();
        }
        return result;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    /** Work that may fail. */
    interface Task<T> {
        T run() throws Exception;
    }
}
