package dev.lanelog.indexer.merge;

import dev.lanelog.columnar.group.Group;
import dev.lanelog.columnar.group.GroupMerger.SliceFilter;
import dev.lanelog.columnar.group.GroupOptions;
import dev.lanelog.columnar.group.Slice;
import dev.lanelog.columnar.group.Tenant;
import dev.lanelog.indexer.flush.GroupFile;
import dev.lanelog.indexer.flush.GroupStore;
import dev.lanelog.proto.v1.Manifest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * Rewrites several files as one, or as one for each tenant's day that is large enough for a file of its own and one for
 * the rest. Safe for use by many threads.
 */
public final class FileMerger {
    private final GroupStore store;
    private final long splitRows;
    private final long splitBytes;

    /** A tenant's day. */
    private record Day(Tenant tenant, int day) implements Comparable<Day> {
        @Override
        public int compareTo(Day other) {
            int byTenant = tenant.compareTo(other.tenant);
            return byTenant != 0 ? byTenant : Integer.compare(day, other.day);
        }
    }

    /** What inputs hold of a day. */
    private record Weight(long rows, double bytes) {}

    /**
     * @param splitRows a tenant's day with so many rows gets a file of its own
     * @param splitBytes or with about so many bytes
     */
    public FileMerger(GroupStore store, long splitRows, long splitBytes) {
        this.store = store;
        this.splitRows = splitRows;
        this.splitBytes = splitBytes;
    }

    /**
     * Merges files of one partition and topic.
     *
     * @param inputs pinned by the caller, in offset order
     * @param generation of the partition's owner
     * @return the new files, not yet live
     * @throws IOException or a runtime exception when it failed or was cancelled; nothing of it is left
     */
    public List<GroupFile> merge(List<GroupFile> inputs, long generation, BooleanSupplier cancelled)
            throws IOException {
        List<Group> groups = new ArrayList<>(inputs.size());
        inputs.forEach(f -> groups.add(f.group()));
        GroupStore.Origin origin = origin(inputs, generation);
        List<GroupFile> outputs = new ArrayList<>();
        try {
            for (SliceFilter part : parts(weigh(groups))) {
                outputs.add(store.write(origin, groups, GroupOptions.file(), cancelled, part));
            }
            return outputs;
        } catch (IOException | RuntimeException e) {
            outputs.forEach(store::discard);
            throw e;
        }
    }

    private static GroupStore.Origin origin(List<GroupFile> inputs, long generation) {
        long from = Long.MAX_VALUE;
        long to = Long.MIN_VALUE;
        int level = 0;
        for (GroupFile input : inputs) {
            Manifest m = input.manifest();
            from = Math.min(from, m.getFromOffset());
            to = Math.max(to, m.getToOffset());
            level = Math.max(level, m.getLevel());
        }
        Manifest first = inputs.getFirst().manifest();
        return new GroupStore.Origin(first.getPartition(), first.getTopicId(), from, to, generation, level + 1);
    }

    private static Map<Day, Weight> weigh(List<Group> groups) {
        Map<Day, Weight> weights = new TreeMap<>();
        for (Group group : groups) {
            double bytesPerRow = (double) group.bytes() / Math.max(1, group.rows());
            for (Slice slice : group.slices()) {
                weights.merge(
                        new Day(slice.tenant(), slice.day()),
                        new Weight(slice.rows(), slice.rows() * bytesPerRow),
                        (a, b) -> new Weight(a.rows() + b.rows(), a.bytes() + b.bytes()));
            }
        }
        return weights;
    }

    private List<SliceFilter> parts(Map<Day, Weight> weights) {
        Set<Day> large = new HashSet<>();
        weights.forEach((day, w) -> {
            if (w.rows() >= splitRows || w.bytes() >= splitBytes) {
                large.add(day);
            }
        });
        List<SliceFilter> parts = new ArrayList<>();
        for (Day one : large) {
            parts.add((tenant, day) -> one.day() == day && one.tenant().equals(tenant));
        }
        if (large.size() < weights.size()) {
            parts.add((tenant, day) -> !large.contains(new Day(tenant, day)));
        }
        return parts;
    }
}
