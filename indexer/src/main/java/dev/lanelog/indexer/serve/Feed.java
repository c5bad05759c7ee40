package dev.lanelog.indexer.serve;

import dev.lanelog.proto.v1.PartitionChange;
import dev.lanelog.proto.v1.WatchEvent;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What this indexer shows to query-services. Each {@link #publish} is one event, applied whole or not at all by every
 * watcher, and makes the bytes of what it adds readable before anybody can know of them. What an event removes stays
 * readable until no watcher has a snapshot older than the event, or the longest query time has passed; a watcher that
 * lost its connection counts until it is back or that time has passed. Safe for use by many threads.
 */
public final class Feed {
    /** Entries per event of the first state; keeps an event far below the 4 MiB that a gRPC client takes. */
    private static final int SNAPSHOT_ENTRIES = 4096;

    private final int watcherBacklog;
    private final long maxQueryNanos;
    private final long retiredChunkBytes;
    private final LongSupplier nanoTime;

    private final Map<String, Held> held = new ConcurrentHashMap<>();
    private final Object lock = new Object();
    private long seq;
    private boolean closed;
    private final TreeMap<Integer, PartitionView> partitions = new TreeMap<>();
    private final List<Watcher> watchers = new ArrayList<>();
    private final Map<String, Departed> departed = new HashMap<>();
    private final ArrayDeque<Retired> retiredFiles = new ArrayDeque<>();
    private final ArrayDeque<Retired> retiredChunks = new ArrayDeque<>();
    private long retiredHeap;

    private record Retired(Held held, long seq, long deadlineNanos) {}

    private record Departed(long releasedSeq, long deadlineNanos) {}

    /**
     * @param watcherBacklog events that may wait for a watcher
     * @param maxQueryTime longest time that something removed stays readable
     * @param retiredChunkBytes heap for removed chunks; beyond, the oldest go early
     * @param nanoTime {@link System#nanoTime} or a test's clock
     */
    public Feed(int watcherBacklog, Duration maxQueryTime, long retiredChunkBytes, LongSupplier nanoTime) {
        this.watcherBacklog = watcherBacklog;
        this.maxQueryNanos = maxQueryTime.toNanos();
        this.retiredChunkBytes = retiredChunkBytes;
        this.nanoTime = nanoTime;
    }

    /**
     * Shows changes, as one event.
     *
     * @param added bytes of the files and chunks that the changes add; the feed takes over their pins
     * @param removed bytes of what the changes remove
     */
    public void publish(
            List<PartitionChange> changes, Collection<? extends Held> added, Collection<? extends Held> removed) {
        for (Held h : added) {
            held.put(h.id(), h);
        }
        synchronized (lock) {
            seq++;
            WatchEvent event = WatchEvent.newBuilder()
                    .setSeq(seq)
                    .setReady(true)
                    .addAllChanges(changes)
                    .build();
            for (PartitionChange change : changes) {
                if (change.getGone()) {
                    partitions.remove(change.getPartition());
                } else {
                    partitions
                            .computeIfAbsent(change.getPartition(), PartitionView::new)
                            .apply(change);
                }
            }
            long deadline = nanoTime.getAsLong() + maxQueryNanos;
            for (Held h : removed) {
                (h.heapBytes() > 0 ? retiredChunks : retiredFiles).add(new Retired(h, seq, deadline));
                retiredHeap += h.heapBytes();
            }
            for (Watcher watcher : watchers) {
                watcher.offer(event);
            }
        }
        reclaim();
    }

    /**
     * Begins to follow the feed: the whole state first, then every change.
     *
     * @param releasedSeq no snapshot of the watcher is older than that
     */
    public Watcher watch(String watcherId, long releasedSeq, Runnable wake) {
        synchronized (lock) {
            Watcher watcher = new Watcher(watcherId, watcherBacklog, Math.min(releasedSeq, seq), wake);
            List<WatchEvent> state = new ArrayList<>();
            for (PartitionView view : partitions.values()) {
                for (PartitionChange change : view.snapshot(SNAPSHOT_ENTRIES)) {
                    state.add(WatchEvent.newBuilder()
                            .setSeq(++seq)
                            .addChanges(change)
                            .build());
                }
            }
            state.add(WatchEvent.newBuilder().setSeq(++seq).setReady(true).build());
            watcher.fill(state);
            watchers.add(watcher);
            departed.remove(watcherId);
            return watcher;
        }
    }

    /** The watcher has no snapshot older than {@code releasedSeq} any more. */
    public void release(Watcher watcher, long releasedSeq) {
        synchronized (lock) {
            watcher.releasedSeq(Math.min(releasedSeq, seq));
        }
        reclaim();
    }

    /** The watcher's connection ended. Its queries may go on reading. */
    public void leave(Watcher watcher) {
        synchronized (lock) {
            if (watchers.remove(watcher)) {
                departed.put(watcher.id(), new Departed(watcher.releasedSeq(), nanoTime.getAsLong() + maxQueryNanos));
            }
        }
    }

    /** Pins the bytes with that id, or null when they are not, or no longer, held. The caller must unpin. */
    public @Nullable Held pin(String id) {
        Held h = held.get(id);
        return h != null && h.pin() ? h : null;
    }

    /** Frees what nobody can ask for any more. Called now and then, because time alone can free. */
    public void reclaim() {
        List<Held> free = new ArrayList<>();
        synchronized (lock) {
            long now = nanoTime.getAsLong();
            departed.values().removeIf(d -> now - d.deadlineNanos() >= 0);
            long oldest = Long.MAX_VALUE;
            for (Watcher watcher : watchers) {
                oldest = Math.min(oldest, watcher.releasedSeq());
            }
            for (Departed d : departed.values()) {
                oldest = Math.min(oldest, d.releasedSeq());
            }
            take(retiredFiles, oldest, now, Long.MAX_VALUE, free);
            take(retiredChunks, oldest, now, retiredChunkBytes, free);
        }
        for (Held h : free) {
            held.remove(h.id());
            h.retire();
        }
    }

    private void take(ArrayDeque<Retired> from, long oldest, long now, long heapBound, List<Held> free) {
        for (Iterator<Retired> it = from.iterator(); it.hasNext(); ) {
            Retired r = it.next();
            if (r.seq() > oldest && now - r.deadlineNanos() < 0 && retiredHeap <= heapBound) {
                return;
            }
            retiredHeap -= r.held().heapBytes();
            free.add(r.held());
            it.remove();
        }
    }

    /** Number of the last event. */
    public long seq() {
        synchronized (lock) {
            return seq;
        }
    }

    public int watcherCount() {
        synchronized (lock) {
            return watchers.size();
        }
    }

    /** Heap of chunks that were removed and are still readable. */
    public long retiredHeapBytes() {
        synchronized (lock) {
            return retiredHeap;
        }
    }

    /** Lets go of everything; files that were retired are deleted, the others stay on disk. */
    public void close() {
        List<Held> retired = new ArrayList<>();
        synchronized (lock) {
            if (closed) {
                return;
            }
            closed = true;
            retiredFiles.forEach(r -> retired.add(r.held()));
            retiredChunks.forEach(r -> retired.add(r.held()));
            retiredFiles.clear();
            retiredChunks.clear();
        }
        for (Held h : retired) {
            held.remove(h.id());
            h.retire();
        }
        held.values().forEach(Held::close);
        held.clear();
    }
}
