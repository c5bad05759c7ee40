package dev.lanelog.query.catalog;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition, within a deadline. */
public final class Await {
    private Await() {}

    /** Returns when the condition holds; fails the test, naming it, when it does not in time. */
    public static void until(String what, Duration patience, BooleanSupplier condition) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not within " + patience + ": " + what);
            }
            LockSupport.parkNanos(5_000_000);
        }
    }
}
