package dev.lanelog.query.catalog;

import dev.lanelog.proto.v1.HeadChunk;
import dev.lanelog.proto.v1.HeldFile;
import dev.lanelog.proto.v1.Progress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The catalog and the states of all indexers put together, and consistent snapshots of them.
 *
 * <p>A snapshot takes each partition from one event of one indexer: the owner with the highest generation, which must
 * not be below the generation in the catalog. That event's live files and head chunks hold every row once, so a row is
 * never seen twice or missed while heads turn into files and files are merged. A partition is whole when its chunks cover
 * {@code [next_offset, head_end)} without a gap, when the holder of each live file is connected and has it, and when the
 * owner has indexed at least up to the offset that an earlier snapshot of this process included (so that counts of a
 * growing partition never go down when it moves). Anything else makes it <em>missing</em>; {@link #snapshot} gives it a
 * moment to heal.
 *
 * <p>Safe for many threads; none of its own.
 */
public final class ClusterView {
    private static final Logger LOG = Logger.getLogger(ClusterView.class);

    private final InstantSource clock;
    private final Duration catchUp;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    // guarded by lock
    private Catalog catalog = Catalog.EMPTY;
    private final Map<String, WatchedIndexer> indexers = new HashMap<>();
    private final Map<Integer, Served> served = new HashMap<>();
    private final Map<Integer, Long> missingSinceMs = new HashMap<>();

    private final Set<ClusterSnapshot> open = ConcurrentHashMap.newKeySet();

    /** How far a partition was answered from. {@code behindSinceMs} is 0 while the owner is not behind it. */
    private record Served(String topicId, long headEnd, long behindSinceMs) {}

    /**
     * @param catchUp how long a new owner may take to reach what was answered before; see the class comment
     */
    public ClusterView(InstantSource clock, Duration catchUp) {
        this.clock = clock;
        this.catchUp = catchUp;
    }

    /** Takes a newer state of the catalog. */
    void catalog(Catalog newer) {
        lock.lock();
        try {
            catalog = newer;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    Catalog catalog() {
        lock.lock();
        try {
            return catalog;
        } finally {
            lock.unlock();
        }
    }

    void addIndexer(WatchedIndexer indexer) {
        lock.lock();
        try {
            indexers.put(indexer.indexerId(), indexer);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void removeIndexer(String indexerId) {
        lock.lock();
        try {
            indexers.remove(indexerId);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Says that the state of an indexer changed, so that waiting snapshots look again. */
    void indexerChanged() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * A consistent snapshot of all rows that are live now.
     *
     * @param groups opens the groups that are looked at
     * @param wait how long a missing partition may take to come back, counted from when it was first found missing
     * @param allowPartial whether the snapshot may leave out partitions that are still missing then
     * @throws ClusterNotReadyException when the catalog was not read to its end within {@code wait}
     * @throws PartitionsMissingException when a partition is missing and {@code allowPartial} is false
     */
    public ClusterSnapshot snapshot(GroupOpener groups, Duration wait, boolean allowPartial)
            throws InterruptedException {
        long startMs = clock.millis();
        lock.lockInterruptibly();
        try {
            while (true) {
                Built built = build();
                if (built.missing.isEmpty() && catalog.complete()) {
                    return opened(built, groups);
                }
                long leftMs = catalog.complete()
                        ? leftMs(built.missing.keySet(), wait.toMillis())
                        : startMs + wait.toMillis() - clock.millis();
                if (leftMs <= 0) {
                    if (catalog.complete() && allowPartial) {
                        return opened(built, groups);
                    }
                    built.release();
                    if (!catalog.complete()) {
                        throw new ClusterNotReadyException("the catalog topic has not been read to its end yet");
                    }
                    throw new PartitionsMissingException(built.missing);
                }
                built.release();
                // A bounded nap even without a signal: only the clock says when the wait is over.
                changed.await(Math.min(leftMs, 100), TimeUnit.MILLISECONDS);
            }
        } finally {
            lock.unlock();
        }
    }

    private long leftMs(Set<Integer> missing, long waitMs) {
        long now = clock.millis();
        long left = 0;
        for (int partition : missing) {
            left = Math.max(left, missingSinceMs.getOrDefault(partition, now) + waitMs - now);
        }
        return left;
    }

    private ClusterSnapshot opened(Built built, GroupOpener groups) {
        ClusterSnapshot snapshot = new ClusterSnapshot(
                built.refs, built.missing, built.pins, groups, clock.millis(), catalog, open::remove);
        open.add(snapshot);
        return snapshot;
    }

    /** Gives up the pins of snapshots that were opened before {@code instantMs}; they can't be read any more. */
    void expireBefore(long instantMs) {
        for (ClusterSnapshot snapshot : open) {
            if (snapshot.openedMs() < instantMs) {
                LOG.warnf("snapshot expired openedMs=%d groups=%d", snapshot.openedMs(), snapshot.groupCount());
                snapshot.expire();
            }
        }
    }

    int openSnapshots() {
        return open.size();
    }

    private static final class Built {
        final List<WatchedIndexer.Pin> pins = new ArrayList<>();
        final List<GroupRef> refs = new ArrayList<>();
        final SortedMap<Integer, String> missing = new TreeMap<>();

        void release() {
            pins.forEach(WatchedIndexer.Pin::release);
        }
    }

    private Built build() {
        Built built = new Built();
        Map<String, IndexerState> states = new HashMap<>();
        for (WatchedIndexer indexer : indexers.values()) {
            WatchedIndexer.Pin pin = indexer.pin();
            built.pins.add(pin);
            states.put(indexer.indexerId(), pin.state());
        }
        Set<Integer> partitions = new TreeSet<>(catalog.progress().keySet());
        for (int p = 0; p < catalog.logPartitions(); p++) {
            partitions.add(p);
        }
        states.values().forEach(state -> partitions.addAll(state.partitions().keySet()));
        long now = clock.millis();
        for (int partition : partitions) {
            int before = built.refs.size();
            String reason = addPartition(partition, states, built.refs, now);
            if (reason == null) {
                missingSinceMs.remove(partition);
            } else {
                built.refs.subList(before, built.refs.size()).clear();
                built.missing.put(partition, reason);
                missingSinceMs.putIfAbsent(partition, now);
            }
        }
        return built;
    }

    /** Adds the groups of a partition; returns why it is missing, or null when it is whole. */
    private @Nullable String addPartition(
            int partition, Map<String, IndexerState> states, List<GroupRef> refs, long nowMs) {
        String owner = null;
        PartitionState state = null;
        for (Map.Entry<String, IndexerState> entry : states.entrySet()) {
            PartitionState candidate = entry.getValue().partitions().get(partition);
            if (entry.getValue().ready()
                    && candidate != null
                    && candidate.owner()
                    && (state == null || candidate.generation() > state.generation())) {
                owner = entry.getKey();
                state = candidate;
            }
        }
        Progress progress = catalog.progress().get(partition);
        if (owner == null || state == null) {
            return progress == null
                    ? "no indexer has taken it yet"
                    : "its owner " + progress.getIndexerId() + " is not connected";
        }
        if (progress != null && state.generation() < progress.getOwnerGeneration()) {
            return "its new owner " + progress.getIndexerId() + " has not reported yet";
        }
        String reason = addHead(partition, owner, states, state, refs);
        if (reason == null) {
            reason = addFiles(partition, states, state, refs);
        }
        return reason == null ? checkServed(partition, owner, state, nowMs) : reason;
    }

    private static @Nullable String addHead(
            int partition, String owner, Map<String, IndexerState> states, PartitionState state, List<GroupRef> refs) {
        List<HeadChunk> chunks = new ArrayList<>(state.chunks().values());
        chunks.sort(Comparator.comparingLong(HeadChunk::getFromOffset));
        long next = state.nextOffset();
        long epoch = epochOf(states, owner);
        for (HeadChunk chunk : chunks) {
            if (chunk.getFromOffset() != next) {
                return "offsets " + next + " to " + chunk.getFromOffset() + " of the head are not there";
            }
            next = chunk.getToOffset();
            if (chunk.getRows() > 0) {
                refs.add(new GroupRef(
                        partition,
                        chunk.getChunkId(),
                        true,
                        owner,
                        epoch,
                        chunk.getBytes(),
                        chunk.getRows(),
                        chunk.getMinTimeNs(),
                        chunk.getMaxTimeNs()));
            }
        }
        return next == state.headEnd()
                ? null
                : "offsets " + next + " to " + state.headEnd() + " of the head are not there";
    }

    private static long epochOf(Map<String, IndexerState> states, String indexerId) {
        IndexerState state = states.get(indexerId);
        return state == null ? 0 : state.epoch();
    }

    private static @Nullable String addFiles(
            int partition, Map<String, IndexerState> states, PartitionState state, List<GroupRef> refs) {
        for (Map.Entry<String, String> live : state.live().entrySet()) {
            IndexerState holder = states.get(live.getValue());
            if (holder == null || !holder.ready()) {
                return "indexer " + live.getValue() + ", which holds file " + live.getKey() + ", is not connected";
            }
            PartitionState held = holder.partitions().get(partition);
            HeldFile file = held == null ? null : held.files().get(live.getKey());
            if (file == null) {
                return "indexer " + live.getValue() + " does not have file " + live.getKey();
            }
            if (file.getRows() > 0) {
                refs.add(new GroupRef(
                        partition,
                        file.getFileId(),
                        false,
                        live.getValue(),
                        holder.epoch(),
                        file.getBytes(),
                        file.getRows(),
                        file.getMinTimeNs(),
                        file.getMaxTimeNs()));
            }
        }
        return null;
    }

    private @Nullable String checkServed(int partition, String owner, PartitionState state, long nowMs) {
        Served before = served.get(partition);
        if (before == null || !before.topicId.equals(state.topicId()) || state.headEnd() >= before.headEnd) {
            served.put(partition, new Served(state.topicId(), state.headEnd(), 0));
            return null;
        }
        if (before.behindSinceMs == 0) {
            served.put(partition, new Served(before.topicId, before.headEnd, nowMs));
        } else if (nowMs - before.behindSinceMs >= catchUp.toMillis()) {
            LOG.warnf(
                    "partition fell back partition=%d owner=%s from=%d to=%d",
                    partition, owner, before.headEnd, state.headEnd());
            served.put(partition, new Served(state.topicId(), state.headEnd(), 0));
            return null;
        }
        return "its new owner " + owner + " has indexed up to offset " + state.headEnd() + " of " + before.headEnd;
    }
}
