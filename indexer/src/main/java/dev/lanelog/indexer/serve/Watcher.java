package dev.lanelog.indexer.serve;

import dev.lanelog.proto.v1.WatchEvent;
import java.util.ArrayDeque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One query-service that follows the feed: the events it has not taken yet and what it may still read. */
public final class Watcher {
    private final String id;
    private final int capacity;
    private final Runnable wake;
    private final ArrayDeque<WatchEvent> queue = new ArrayDeque<>();
    private boolean lagging;
    private volatile long releasedSeq;

    /**
     * @param id the process that watches; a later watcher of the same name takes this one's place
     * @param capacity events that may wait
     * @param wake called after an event was added; must not block
     */
    Watcher(String id, int capacity, long releasedSeq, Runnable wake) {
        this.id = id;
        this.capacity = capacity;
        this.releasedSeq = releasedSeq;
        this.wake = wake;
    }

    String id() {
        return id;
    }

    long releasedSeq() {
        return releasedSeq;
    }

    void releasedSeq(long seq) {
        releasedSeq = Math.max(releasedSeq, seq);
    }

    /** The first events, the whole state, are not counted: their number is the store's, not the watcher's lag. */
    synchronized void fill(Iterable<WatchEvent> events) {
        events.forEach(queue::add);
    }

    void offer(WatchEvent event) {
        synchronized (this) {
            if (queue.size() >= capacity) {
                lagging = true;
                queue.clear();
            }
            if (!lagging) {
                queue.add(event);
            }
        }
        wake.run();
    }

    /** The next event, or null when there is none. */
    public synchronized @Nullable WatchEvent poll() {
        return queue.poll();
    }

    public synchronized boolean isEmpty() {
        return queue.isEmpty();
    }

    /** True when events were dropped because too many waited; the watcher must be disconnected. */
    public synchronized boolean isLagging() {
        return lagging;
    }

    @Override
    public String toString() {
        return Objects.toString(id);
    }
}
