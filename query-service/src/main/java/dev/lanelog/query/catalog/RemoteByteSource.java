package dev.lanelog.query.catalog;

import dev.lanelog.columnar.io.ByteSource;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of a group that an indexer holds, read through the page cache. A small group is fetched whole, and the end
 * of a large one (where the footer is) in one piece, so that opening a group is one read.
 */
final class RemoteByteSource implements ByteSource {
    /** Groups up to this size are one range. */
    static final int WHOLE_BYTES = 512 << 10;
    /** Size of the last range of a larger group. */
    static final int TAIL_BYTES = 64 << 10;

    private final PageCache cache;
    private final PageCache.Origin origin;
    private final long size;
    private final long tailOffset;

    RemoteByteSource(PageCache cache, PageCache.Origin origin, long size) {
        this.cache = cache;
        this.origin = origin;
        this.size = size;
        this.tailOffset = size <= WHOLE_BYTES ? 0 : size - TAIL_BYTES;
    }

    @Override
    public String name() {
        return origin.group();
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public MemorySegment read(long offset, int length) throws IOException {
        if (offset < 0 || length < 0 || offset > size - length) {
            throw new IndexOutOfBoundsException(
                    "group " + name() + ": bytes " + offset + " to " + (offset + length) + " of " + size);
        }
        if (length == 0) {
            return MemorySegment.NULL.asReadOnly();
        }
        if (offset >= tailOffset) {
            return cache.get(origin, tailOffset, (int) (size - tailOffset)).asSlice(offset - tailOffset, length);
        }
        return cache.get(origin, offset, length);
    }

    @Override
    public void prefetch(long[] offsets, int[] lengths) {
        Ranges ranges = ranges(offsets, lengths);
        cache.hint(origin, ranges.offsets, ranges.lengths);
    }

    /** Fetches ranges and returns when they are there. */
    void load(long[] offsets, int[] lengths) throws IOException {
        Ranges ranges = ranges(offsets, lengths);
        cache.load(origin, ranges.offsets, ranges.lengths);
    }

    /** Starts to fetch what opening the group reads: its header and its end. */
    void prefetchFooter(int headerBytes) {
        prefetch(new long[] {0, Math.max(0, size - 1)}, new int[] {headerBytes, 1});
    }

    private record Ranges(long[] offsets, int[] lengths) {}

    /** The ranges as they are cached: those in the tail become the tail. */
    private Ranges ranges(long[] offsets, int[] lengths) {
        List<Integer> exact = new ArrayList<>();
        boolean tail = false;
        for (int i = 0; i < offsets.length; i++) {
            if (offsets[i] >= tailOffset) {
                tail = true;
            } else {
                exact.add(i);
            }
        }
        int count = exact.size() + (tail ? 1 : 0);
        long[] cachedOffsets = new long[count];
        int[] cachedLengths = new int[count];
        for (int i = 0; i < exact.size(); i++) {
            cachedOffsets[i] = offsets[exact.get(i)];
            cachedLengths[i] = lengths[exact.get(i)];
        }
        if (tail) {
            cachedOffsets[count - 1] = tailOffset;
            cachedLengths[count - 1] = (int) (size - tailOffset);
        }
        return new Ranges(cachedOffsets, cachedLengths);
    }
}
