package dev.lanelog.query.engine;

/** A switch that ends a query early. Made by whoever runs it, thrown by anyone, never reset. */
public final class Cancellation {
    private volatile boolean cancelled;

    /** Asks the query to end; its run ends with {@link QueryCancelledException} within 100 ms. */
    public void cancel() {
        cancelled = true;
    }

    public boolean isCancelled() {
        return cancelled;
    }
}
