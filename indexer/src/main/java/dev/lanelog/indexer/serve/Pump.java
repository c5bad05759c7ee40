package dev.lanelog.indexer.serve;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.logging.Logger;

/**
 * Runs one piece of work on an executor whenever it was asked to, never twice at the same time, and again when it was
 * asked while running. At most one task waits in the executor.
 */
final class Pump {
    private static final Logger LOG = Logger.getLogger(Pump.class);

    private final Executor executor;
    private final Runnable work;
    private final AtomicInteger asked = new AtomicInteger();

    Pump(Executor executor, Runnable work) {
        this.executor = executor;
        this.work = work;
    }

    void ask() {
        if (asked.getAndIncrement() == 0) {
            executor.execute(this::run);
        }
    }

    private void run() {
        int seen = asked.get();
        while (seen > 0) {
            try {
                work.run();
            } catch (RuntimeException e) {
                // Work ends its call when something fails; what gets here is a call that ended meanwhile.
                LOG.debugf(e, "work of a call failed");
            }
            seen = asked.addAndGet(-seen);
        }
    }
}
