package dev.lanelog.indexer.merge;

import dev.lanelog.proto.v1.Manifest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Size-tiered choice over the files of a partition that one indexer holds. Files are ordered by offset; {@code factor}
 * neighbours of one size class (powers of the factor in rows) are merged into one file of the next class, so a row is
 * rewritten about once a class, and each class keeps fewer than {@code factor} files. Files with the rows of one tenant
 * and day, which merges split off, are neighbours only of their like, and files of another topic id are never mixed in. Immutable.
 */
public final class MergePolicy {
    /** Files below this many rows are all of one class: they cost a query the same, whatever they hold. */
    private static final long SMALLEST_CLASS_ROWS = 4096;

    private final int factor;
    private final long maxRows;
    private final long maxBytes;

    /**
     * @param factor files that make one, at least 2
     * @param maxRows no result has more rows, and a file of half as many is left alone
     * @param maxBytes as for rows
     */
    public MergePolicy(int factor, long maxRows, long maxBytes) {
        if (factor < 2) {
            throw new IllegalArgumentException("merge factor " + factor + " is below 2");
        }
        this.factor = factor;
        this.maxRows = maxRows;
        this.maxBytes = maxBytes;
    }

    /** The most worthwhile merge, smallest files first, or an empty list. */
    public List<Manifest> choose(Collection<Manifest> files) {
        return choose(files, factor);
    }

    /** Any merge that leaves fewer files, or an empty list: what an operator asks for. */
    public List<Manifest> chooseForced(Collection<Manifest> files) {
        return choose(files, 2);
    }

    /** Files that may still be merged. */
    public int backlog(Collection<Manifest> files) {
        int n = 0;
        for (Manifest f : files) {
            if (isMergeable(f)) {
                n++;
            }
        }
        return n;
    }

    private List<Manifest> choose(Collection<Manifest> files, int least) {
        List<Manifest> best = List.of();
        for (List<Manifest> kin : kinds(files)) {
            List<Manifest> run = least >= factor ? tieredRun(kin) : longestRun(kin, least);
            if (!run.isEmpty() && (best.isEmpty() || rows(run) < rows(best))) {
                best = run;
            }
        }
        return best;
    }

    /** Neighbours that are not above the class of the last one, as long as the result is not too large. */
    private List<Manifest> tieredRun(List<Manifest> kin) {
        List<Manifest> best = List.of();
        for (int end = kin.size(); end >= 2; end--) {
            int size = sizeClass(kin.get(end - 1));
            int start = end;
            long rows = 0;
            long bytes = 0;
            boolean full = false;
            while (start > 0 && end - start < 2 * factor) {
                Manifest f = kin.get(start - 1);
                if (sizeClass(f) > size) {
                    break;
                }
                if (rows + f.getRows() > maxRows || bytes + f.getBytes() > maxBytes) {
                    // No run of this class can reach the factor; what there is makes a file of full size.
                    full = end - start > 1 && (rows > maxRows / 2 || bytes > maxBytes / 2);
                    break;
                }
                rows += f.getRows();
                bytes += f.getBytes();
                start--;
            }
            if ((full || end - start >= factor) && (best.isEmpty() || rows < rows(best))) {
                best = List.copyOf(kin.subList(start, end));
            }
        }
        return best;
    }

    private List<Manifest> longestRun(List<Manifest> kin, int least) {
        int start = 0;
        long rows = 0;
        long bytes = 0;
        for (int i = 0; i < kin.size(); i++) {
            Manifest f = kin.get(i);
            if (rows + f.getRows() > maxRows || bytes + f.getBytes() > maxBytes) {
                if (i - start >= least) {
                    return List.copyOf(kin.subList(start, i));
                }
                start = i;
                rows = 0;
                bytes = 0;
            }
            rows += f.getRows();
            bytes += f.getBytes();
        }
        return kin.size() - start >= least ? List.copyOf(kin.subList(start, kin.size())) : List.of();
    }

    /** Mergeable files in offset order: those of several tenants or days, and those of each one. */
    private List<List<Manifest>> kinds(Collection<Manifest> files) {
        var byKind = new TreeMap<String, List<Manifest>>();
        for (Manifest f : files) {
            if (isMergeable(f)) {
                byKind.computeIfAbsent(kind(f), k -> new ArrayList<>()).add(f);
            }
        }
        byKind.values()
                .forEach(k -> k.sort(Comparator.comparingLong(Manifest::getFromOffset)
                        .thenComparingLong(Manifest::getToOffset)
                        .thenComparing(Manifest::getFileId)));
        return List.copyOf(byKind.values());
    }

    private static String kind(Manifest f) {
        // A flush of a single tenant and day is a neighbour of other flushes, whatever is in those.
        if (f.getLevel() == 0 || f.getSlicesOmitted() || f.getSlicesCount() != 1) {
            return f.getTopicId();
        }
        var slice = f.getSlices(0);
        return f.getTopicId() + ':' + slice.getAccountId() + ":" + slice.getProjectId() + ":" + slice.getDay();
    }

    private boolean isMergeable(Manifest f) {
        return f.getRows() <= maxRows / 2 && f.getBytes() <= maxBytes / 2;
    }

    private int sizeClass(Manifest f) {
        int c = 0;
        for (long bound = SMALLEST_CLASS_ROWS; bound <= f.getRows(); bound *= factor) {
            c++;
        }
        return c;
    }

    private static long rows(List<Manifest> files) {
        long sum = 0;
        for (Manifest f : files) {
            sum += f.getRows();
        }
        return sum;
    }
}
