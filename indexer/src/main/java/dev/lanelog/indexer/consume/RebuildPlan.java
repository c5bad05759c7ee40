package dev.lanelog.indexer.consume;

import dev.lanelog.proto.v1.Manifest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which files to make again from the log, and from which part of it.
 *
 * <p>After merges several files may hold rows of the same offsets, each of other tenants or days, and nothing but the
 * rows themselves tells which file has which. So files are made again together with all those whose offsets overlap
 * theirs: such a <em>cluster</em> holds exactly the rows of the records in its offsets.
 *
 * @param fromOffset first offset
 * @param toOffset one past the last
 * @param replaced the files that hold the rows of {@code [fromOffset, toOffset)}, whole and lost ones; no other live file
 *     has rows of these
 */
record RebuildPlan(long fromOffset, long toOffset, List<Manifest> replaced) {

    /**
     * The first plan that makes wanted files again; neighbours are joined up to a number of rows, so that a lost disk is
     * read back in few, bounded steps.
     *
     * @param live all live files of a partition
     * @param topicId files of another topic can't be made again and are left alone
     * @param logStart files with rows before can't be made again either
     * @return null when nothing is wanted, or nothing of it can be made again
     */
    static @Nullable RebuildPlan first(
            Collection<Manifest> live, String topicId, long logStart, Predicate<Manifest> wanted, long maxRows) {
        RebuildPlan plan = null;
        for (RebuildPlan cluster : clusters(live, topicId)) {
            boolean possible =
                    cluster.fromOffset >= logStart && cluster.replaced.stream().anyMatch(wanted);
            if (plan == null) {
                plan = possible ? cluster : null;
            } else if (possible && plan.toOffset == cluster.fromOffset && plan.rows() + cluster.rows() <= maxRows) {
                List<Manifest> both = new ArrayList<>(plan.replaced);
                both.addAll(cluster.replaced);
                plan = new RebuildPlan(plan.fromOffset, cluster.toOffset, both);
            } else {
                break;
            }
        }
        return plan;
    }

    /** Files with overlapping offsets together, in offset order. */
    private static List<RebuildPlan> clusters(Collection<Manifest> live, String topicId) {
        List<Manifest> sorted = new ArrayList<>();
        for (Manifest m : live) {
            if (m.getTopicId().equals(topicId)) {
                sorted.add(m);
            }
        }
        sorted.sort(Comparator.comparingLong(Manifest::getFromOffset).thenComparing(Manifest::getFileId));
        List<RebuildPlan> out = new ArrayList<>();
        List<Manifest> files = new ArrayList<>();
        long from = 0;
        long to = 0;
        for (Manifest m : sorted) {
            if (!files.isEmpty() && m.getFromOffset() >= to) {
                out.add(new RebuildPlan(from, to, List.copyOf(files)));
                files.clear();
            }
            if (files.isEmpty()) {
                from = m.getFromOffset();
                to = m.getToOffset();
            }
            to = Math.max(to, m.getToOffset());
            files.add(m);
        }
        if (!files.isEmpty()) {
            out.add(new RebuildPlan(from, to, List.copyOf(files)));
        }
        return out;
    }

    /** Rows that the replaced files hold. */
    long rows() {
        long sum = 0;
        for (Manifest m : replaced) {
            sum += m.getRows();
        }
        return sum;
    }
}
