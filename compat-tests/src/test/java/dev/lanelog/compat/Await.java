package dev.lanelog.compat;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for conditions, never for time to pass. */
public final class Await {
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private Await() {}

    /**
     * Polls until the condition holds; a condition that throws an I/O error counts as not yet.
     *
     * @throws AssertionError after {@code limit}, with what was awaited and the last error
     */
    public static void until(String what, Duration limit, Callable<Boolean> condition) {
        long deadline = System.nanoTime() + limit.toNanos();
        Exception last = null;
        while (true) {
            try {
                if (condition.call()) {
                    return;
                }
                last = null;
            } catch (java.io.IOException e) {
                last = e;
            } catch (Exception e) {
                throw new AssertionError("while waiting for " + what, e);
            }
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not within " + limit + ": " + what, last);
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }
}
