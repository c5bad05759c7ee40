package dev.lanelog.indexer.head;

import java.util.List;

/**
 * Which chunks of a head are merged in memory. At a low rate a head fills with chunks of a few rows, five a second; so
 * {@code factor} adjacent chunks of a size class (powers of the factor in rows) become one of the next. A row is
 * rewritten at most {@code log_factor(chunkRows)} times, and a head has about {@code factor} chunks a class.
 */
public final class ChunkMergePolicy {
    private final int factor;
    private final int maxRows;

    /**
     * @param factor chunks that make one, at least 2
     * @param maxRows rows of a full chunk; what is as large is left alone, and nothing larger is made
     */
    public ChunkMergePolicy(int factor, int maxRows) {
        if (factor < 2) {
            throw new IllegalArgumentException("merge factor of chunks " + factor + " is below 2");
        }
        this.factor = factor;
        this.maxRows = maxRows;
    }

    /**
     * Adjacent chunks worth merging, from those that no flush is using.
     *
     * @param chunks ascending by offset
     * @return at least two chunks, or none
     */
    public List<Chunk> choose(List<Chunk> chunks) {
        int end = chunks.size();
        while (end >= factor) {
            int start = end - 1;
            int size = sizeClass(chunks.get(start).rows());
            long rows = chunks.get(start).rows();
            // A run of neighbours that are not above its class; a small one between large ones joins them.
            while (start > 0
                    && sizeClass(chunks.get(start - 1).rows()) <= size
                    && rows + chunks.get(start - 1).rows() <= maxRows) {
                rows += chunks.get(--start).rows();
            }
            if (end - start >= factor) {
                return List.copyOf(chunks.subList(start, end));
            }
            end = start;
        }
        return List.of();
    }

    private int sizeClass(int rows) {
        int c = 0;
        for (long bound = factor; bound <= rows; bound *= factor) {
            c++;
        }
        return c;
    }
}
