package dev.lanelog.indexer.kit;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Waits for conditions with a deadline. */
public final class Await {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private Await() {}

    public static void until(Callable<Boolean> condition, Supplier<String> otherwise) {
        until(LIMIT, condition, otherwise);
    }

    public static void until(Duration limit, Callable<Boolean> condition, Supplier<String> otherwise) {
        long deadline = System.nanoTime() + limit.toNanos();
        try {
            while (!condition.call()) {
                if (System.nanoTime() - deadline > 0) {
                    throw new AssertionError("not within " + limit + ": " + otherwise.get());
                }
                LockSupport.parkNanos(2_000_000);
            }
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
