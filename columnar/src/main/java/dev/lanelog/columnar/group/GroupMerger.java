package dev.lanelog.columnar.group;

import dev.lanelog.columnar.column.EncodeBuffers;
import dev.lanelog.columnar.column.TextCodec;
import dev.lanelog.columnar.io.GroupOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * Merges groups into one: rows of the same tenant and day by time, ties by the order of inputs, then by row. Encodings
 * are chosen anew. Works slice by slice and in it column by column, so that memory holds the times of one tenant and
 * day, and one column of one output slice.
 */
public final class GroupMerger {
    private GroupMerger() {}

    /** Chooses slices. */
    @FunctionalInterface
    public interface SliceFilter {
        boolean accept(Tenant tenant, int day);
    }

    /** Merges all slices; see the other method. */
    public static MergeResult merge(
            List<Group> inputs, GroupOptions options, GroupOutput out, BooleanSupplier cancelled) throws IOException {
        return merge(inputs, options, out, cancelled, (tenant, day) -> true);
    }

    /**
     * Merges the slices that {@code filter} accepts.
     *
     * @param cancelled asked between columns and pages
     * @throws CancellationException when {@code cancelled} said so; the output is then unfinished
     * @throws CorruptGroupException when an input is damaged
     */
    public static MergeResult merge(
            List<Group> inputs, GroupOptions options, GroupOutput out, BooleanSupplier cancelled, SliceFilter filter)
            throws IOException {
        Map<Key, List<StoredSlice>> work = new TreeMap<>();
        for (Group input : inputs) {
            for (Slice slice : input.slices()) {
                if (filter.accept(slice.tenant(), slice.day())) {
                    work.computeIfAbsent(new Key(slice.tenant(), slice.day()), key -> new ArrayList<>())
                            .add((StoredSlice) slice);
                }
            }
        }
        long rows = 0;
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        List<SliceSummary> summaries = new ArrayList<>();
        try (TextCodec codec = new TextCodec(options.zstdLevel(), options.zstdMinMatch())) {
            GroupWriter writer = new GroupWriter(out, options, codec, new EncodeBuffers());
            for (Map.Entry<Key, List<StoredSlice>> entry : work.entrySet()) {
                Key key = entry.getKey();
                SliceMerger merger = new SliceMerger(key.tenant, key.day, entry.getValue(), options, writer, cancelled);
                merger.run();
                rows += merger.rows();
                summaries.add(new SliceSummary(key.tenant, key.day, merger.rows()));
                for (StoredSlice slice : entry.getValue()) {
                    min = Math.min(min, slice.minTimeNs());
                    max = Math.max(max, slice.maxTimeNs());
                }
            }
            writer.finish();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return new MergeResult(rows, out.position(), min, max, List.copyOf(summaries));
    }

    private record Key(Tenant tenant, int day) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byTenant = tenant.compareTo(other.tenant);
            return byTenant != 0 ? byTenant : Integer.compare(day, other.day);
        }
    }
}
