package dev.lanelog.query.catalog;

import dev.lanelog.columnar.group.CorruptGroupException;
import dev.lanelog.columnar.group.Slice;
import dev.lanelog.columnar.group.Tenant;
import dev.lanelog.proto.v1.Manifest;
import dev.lanelog.proto.v1.SliceSummary;
import dev.lanelog.query.engine.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The groups that were live at one moment, each row in exactly one of them. Footers are read when a group is first
 * asked for; groups that time, or the tenants in a file's manifest, rule out are never opened.
 */
public final class ClusterSnapshot implements Snapshot {
    private static final long NS_PER_DAY = 86_400_000_000_000L;

    private final List<GroupRef> refs;
    private final Map<String, GroupRef> byName = new HashMap<>();
    private final List<WatchedIndexer.Pin> pins;
    private final GroupOpener groups;
    private final long openedMs;
    private final Catalog catalog;
    private final Consumer<ClusterSnapshot> onClose;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean expired;

    // guarded by this
    private final TreeMap<Integer, String> missing;
    private final Set<String> excluded = new HashSet<>();

    ClusterSnapshot(
            List<GroupRef> refs,
            SortedMap<Integer, String> missing,
            List<WatchedIndexer.Pin> pins,
            GroupOpener groups,
            long openedMs,
            Catalog catalog,
            Consumer<ClusterSnapshot> onClose) {
        this.refs = List.copyOf(refs);
        this.missing = new TreeMap<>(missing);
        this.pins = pins;
        this.groups = groups;
        this.openedMs = openedMs;
        this.catalog = catalog;
        this.onClose = onClose;
        for (GroupRef ref : refs) {
            byName.put(ref.cacheName(), ref);
        }
    }

    @Override
    public List<Slice> slices(Tenant tenant, long startNs, long endNsExclusive) throws IOException {
        List<GroupRef> candidates = candidates(tenant, startNs, endNsExclusive);
        groups.prefetchFooters(candidates);
        List<Slice> slices = new ArrayList<>();
        for (GroupRef ref : candidates) {
            for (Slice slice : open(ref)) {
                if (slice.tenant().equals(tenant)
                        && slice.maxTimeNs() >= startNs
                        && (slice.minTimeNs() < endNsExclusive || endNsExclusive == Long.MAX_VALUE)) {
                    slices.add(slice);
                }
            }
        }
        return slices;
    }

    @Override
    public List<Tenant> tenants(long startNs, long endNsExclusive) throws IOException {
        List<GroupRef> unknown = new ArrayList<>();
        Set<Tenant> tenants = new TreeSet<>();
        for (GroupRef ref : candidates(null, startNs, endNsExclusive)) {
            Manifest manifest = manifestWithSlices(ref);
            // A manifest tells the days of its tenants, not their times: good enough when the whole file is inside.
            if (manifest != null && ref.minTimeNs() >= startNs && ref.maxTimeNs() < endNsExclusive) {
                for (SliceSummary slice : manifest.getSlicesList()) {
                    tenants.add(new Tenant(slice.getAccountId(), slice.getProjectId()));
                }
            } else {
                unknown.add(ref);
            }
        }
        groups.prefetchFooters(unknown);
        for (GroupRef ref : unknown) {
            for (Slice slice : open(ref)) {
                if (slice.maxTimeNs() >= startNs
                        && (slice.minTimeNs() < endNsExclusive || endNsExclusive == Long.MAX_VALUE)) {
                    tenants.add(slice.tenant());
                }
            }
        }
        return List.copyOf(tenants);
    }

    private List<Slice> open(GroupRef ref) throws IOException {
        if (expired) {
            throw new IOException("the query held its snapshot longer than a query may take");
        }
        return groups.open(ref);
    }

    private synchronized List<GroupRef> candidates(@Nullable Tenant tenant, long startNs, long endNsExclusive) {
        List<GroupRef> candidates = new ArrayList<>();
        for (GroupRef ref : refs) {
            if (ref.overlaps(startNs, endNsExclusive)
                    && !excluded.contains(ref.cacheName())
                    && (tenant == null || mayHold(ref, tenant, startNs, endNsExclusive))) {
                candidates.add(ref);
            }
        }
        return candidates;
    }

    private boolean mayHold(GroupRef ref, Tenant tenant, long startNs, long endNsExclusive) {
        Manifest manifest = manifestWithSlices(ref);
        if (manifest == null) {
            return true;
        }
        long firstDay = Math.floorDiv(startNs, NS_PER_DAY);
        long lastDay = Math.floorDiv(endNsExclusive, NS_PER_DAY);
        for (SliceSummary slice : manifest.getSlicesList()) {
            if (slice.getAccountId() == tenant.accountId()
                    && slice.getProjectId() == tenant.projectId()
                    && slice.getDay() >= firstDay
                    && slice.getDay() <= lastDay) {
                return true;
            }
        }
        return false;
    }

    /** The manifest of a file when it is known and lists its slices. The catalog may be behind the indexer's feed. */
    private @Nullable Manifest manifestWithSlices(GroupRef ref) {
        Manifest manifest = ref.headChunk() ? null : catalog.manifests().get(ref.id());
        return manifest == null || manifest.getSlicesOmitted() || manifest.getSlicesCount() == 0 ? null : manifest;
    }

    @Override
    public synchronized List<Integer> missingPartitions() {
        return List.copyOf(missing.keySet());
    }

    /** What is missing and why, for messages. */
    public synchronized SortedMap<Integer, String> missingReasons() {
        return new TreeMap<>(missing);
    }

    /** The group of this snapshot that a report of damage is about, or null when it is about none of them. */
    public @Nullable String groupOf(CorruptGroupException damage) {
        String message = String.valueOf(damage.getMessage());
        for (String name : byName.keySet()) {
            if (message.startsWith("group " + name + ": ")) {
                return name;
            }
        }
        return null;
    }

    /**
     * Leaves a damaged group out of this snapshot from now on, its partition counts as missing.
     *
     * @return false when the snapshot does not hold it, or it was left out already
     */
    public synchronized boolean exclude(String groupName, CorruptGroupException damage) {
        GroupRef ref = byName.get(groupName);
        if (ref == null || !excluded.add(groupName)) {
            return false;
        }
        missing.put(ref.partition(), String.valueOf(damage.getMessage()));
        return true;
    }

    @Override
    public void prefetch(Slice slice, long[] offsets, int[] lengths) throws IOException {
        GroupRef ref = byName.get(slice.groupName());
        if (ref == null) {
            throw new IllegalArgumentException("group " + slice.groupName() + " is not in this snapshot");
        }
        groups.prefetch(ref, offsets, lengths);
    }

    /** Rows of all groups, over all tenants. */
    long rows() {
        return refs.stream().mapToLong(GroupRef::rows).sum();
    }

    List<GroupRef> refs() {
        return refs;
    }

    int groupCount() {
        return refs.size();
    }

    long openedMs() {
        return openedMs;
    }

    /** Gives up the pins although a query may still read: it then fails with an error that says so. */
    void expire() {
        expired = true;
        close();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            pins.forEach(WatchedIndexer.Pin::release);
            onClose.accept(this);
        }
    }
}
