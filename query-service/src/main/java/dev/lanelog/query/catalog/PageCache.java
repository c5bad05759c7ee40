package dev.lanelog.query.catalog;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Cleaner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Byte ranges of groups, off heap, bounded in bytes, fetched once whoever waits for them.
 *
 * <p>Bytes on their way have a budget of their own; the two together never pass the bound of the cache. A range's memory
 * is freed by the garbage collector, after the cache has dropped it <em>and</em> nobody refers to it any more, so no
 * reader can see freed memory. Memory that is dropped but not yet freed is counted; when it passes half the bound, a
 * fetch asks for a collection and waits for it a moment, and fails rather than allocate without limit.
 */
final class PageCache {
    private static final Cleaner CLEANER = Cleaner.create();
    private static final long ALIGNMENT = 64;

    private final Cache<PageKey, MemorySegment> pages;
    private final ConcurrentHashMap<PageKey, CompletableFuture<MemorySegment>> inFlight = new ConcurrentHashMap<>();
    private final int inFlightLimit;
    private final Semaphore inFlightBytes;
    private final long allocatedLimit;
    private final Duration timeout;
    private final AtomicLong allocated = new AtomicLong();
    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();
    private final LongAdder evictions = new LongAdder();
    private final LongAdder fetchedBytes = new LongAdder();

    private record PageKey(String group, long offset, int length) {}

    /** Where a group's bytes come from. */
    record Origin(String group, String id, GroupReader reader) {}

    /**
     * @param bytes bound of kept and in-flight bytes together
     * @param inFlightLimit of these, bytes that may be on their way at a time
     * @param timeout how long a fetch may wait for its turn, and then for its bytes
     */
    PageCache(long bytes, int inFlightLimit, Duration timeout) {
        if (inFlightLimit <= 0 || inFlightLimit >= bytes) {
            throw new IllegalArgumentException(
                    "page cache of " + bytes + " bytes can't have " + inFlightLimit + " bytes in flight");
        }
        this.inFlightLimit = inFlightLimit;
        this.inFlightBytes = new Semaphore(inFlightLimit, true);
        this.allocatedLimit = bytes + bytes / 2;
        this.timeout = timeout;
        this.pages = Caffeine.newBuilder()
                .maximumWeight(bytes - inFlightLimit)
                .weigher((PageKey key, MemorySegment page) -> key.length())
                .executor(Runnable::run)
                .removalListener((@Nullable PageKey key, @Nullable MemorySegment page, RemovalCause cause) -> {
                    if (cause.wasEvicted()) {
                        evictions.increment();
                    }
                })
                .build();
    }

    /** One range, from the cache or fetched now. */
    MemorySegment get(Origin origin, long offset, int length) throws IOException {
        PageKey key = new PageKey(origin.group, offset, length);
        MemorySegment page = pages.getIfPresent(key);
        if (page != null) {
            hits.increment();
            return page;
        }
        CompletableFuture<MemorySegment> pending = inFlight.get(key);
        if (pending == null) {
            pending = fetch(origin, List.of(key), timeout.toMillis()).getFirst();
        } else {
            hits.increment();
        }
        return await(origin, key, pending);
    }

    /** Brings ranges into the cache and returns when they were fetched. */
    void load(Origin origin, long[] offsets, int[] lengths) throws IOException {
        List<PageKey> absent = absent(origin, offsets, lengths);
        List<CompletableFuture<MemorySegment>> pending = new ArrayList<>();
        for (List<PageKey> batch : batches(absent)) {
            pending.addAll(fetch(origin, batch, timeout.toMillis()));
        }
        for (CompletableFuture<MemorySegment> one : pending) {
            await(origin, absent.getFirst(), one);
        }
    }

    /** Starts to bring ranges into the cache if there is room for them in flight right now. */
    void hint(Origin origin, long[] offsets, int[] lengths) {
        for (List<PageKey> batch : batches(absent(origin, offsets, lengths))) {
            try {
                fetch(origin, batch, 0);
            } catch (IOException noRoom) {
                return; // only a hint: who reads these ranges fetches them, and hears of errors
            }
        }
    }

    private List<PageKey> absent(Origin origin, long[] offsets, int[] lengths) {
        List<PageKey> absent = new ArrayList<>();
        for (int i = 0; i < offsets.length; i++) {
            PageKey key = new PageKey(origin.group, offsets[i], lengths[i]);
            if (lengths[i] > 0 && pages.getIfPresent(key) == null) {
                absent.add(key);
            } else {
                hits.increment();
            }
        }
        return absent;
    }

    /** Cuts keys into lists whose bytes fit the in-flight budget. */
    private List<List<PageKey>> batches(List<PageKey> keys) {
        List<List<PageKey>> batches = new ArrayList<>();
        List<PageKey> batch = new ArrayList<>();
        long bytes = 0;
        // A quarter of the budget a call: one large query must not keep the others waiting for its last byte.
        long limit = Math.max(1, inFlightLimit / 4);
        for (PageKey key : keys) {
            if (!batch.isEmpty() && bytes + key.length > limit) {
                batches.add(batch);
                batch = new ArrayList<>();
                bytes = 0;
            }
            batch.add(key);
            bytes += key.length;
        }
        if (!batch.isEmpty()) {
            batches.add(batch);
        }
        return batches;
    }

    /** Starts one read of the keys that nobody else fetches; returns one promise per key. */
    private List<CompletableFuture<MemorySegment>> fetch(Origin origin, List<PageKey> keys, long waitMs)
            throws IOException {
        int permits = 0;
        for (PageKey key : keys) {
            permits = (int) Math.min(inFlightLimit, (long) permits + key.length);
        }
        acquire(origin, permits, waitMs);
        List<CompletableFuture<MemorySegment>> pending = new ArrayList<>();
        List<PageKey> mine = new ArrayList<>();
        List<CompletableFuture<MemorySegment>> promises = new ArrayList<>();
        for (PageKey key : keys) {
            CompletableFuture<MemorySegment> promise = new CompletableFuture<>();
            CompletableFuture<MemorySegment> other = inFlight.putIfAbsent(key, promise);
            if (other != null) {
                pending.add(other);
                continue;
            }
            MemorySegment raced = pages.getIfPresent(key);
            if (raced != null) {
                promise.complete(raced);
                inFlight.remove(key, promise);
                pending.add(promise);
                continue;
            }
            misses.increment();
            mine.add(key);
            promises.add(promise);
            pending.add(promise);
        }
        start(origin, mine, promises, permits);
        return pending;
    }

    private void acquire(Origin origin, int permits, long waitMs) throws IOException {
        try {
            if (!inFlightBytes.tryAcquire(permits, waitMs, TimeUnit.MILLISECONDS)) {
                throw new IOException("group " + origin.group + ": no room for " + permits
                        + " bytes on their way to the page cache within " + waitMs + " ms");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while reading group " + origin.group, e);
        }
    }

    private void start(
            Origin origin, List<PageKey> keys, List<CompletableFuture<MemorySegment>> promises, int permits) {
        long[] offsets = new long[keys.size()];
        MemorySegment[] targets = new MemorySegment[keys.size()];
        if (keys.isEmpty()) {
            inFlightBytes.release(permits);
            return;
        }
        Fetch fetch = new Fetch(keys, targets, promises, permits);
        try {
            for (int i = 0; i < targets.length; i++) {
                offsets[i] = keys.get(i).offset;
                targets[i] = allocate(keys.get(i).length);
            }
            origin.reader.read(origin.id, offsets, targets, fetch);
        } catch (IOException | RuntimeException e) {
            fetch.failed(e);
        }
    }

    private MemorySegment await(Origin origin, PageKey key, CompletableFuture<MemorySegment> pending)
            throws IOException {
        try {
            return pending.get(timeout.toMillis() + timeout.toMillis() / 2, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw new IOException(
                    "group " + origin.group + ", bytes " + key.offset + " to " + (key.offset + key.length) + ": "
                            + (cause == null ? e : cause).getMessage(),
                    cause);
        } catch (TimeoutException e) {
            throw new IOException("group " + origin.group + ": no answer to a read within " + timeout, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while reading group " + origin.group, e);
        }
    }

    private MemorySegment allocate(int length) throws IOException {
        if (allocated.addAndGet(length) > allocatedLimit && !collected()) {
            allocated.addAndGet(-length);
            throw new IOException("the page cache's memory is in use by running queries; repeat the query later");
        }
        MemorySegment page = Arena.ofAuto().allocate(length, ALIGNMENT);
        AtomicLong counter = allocated;
        // All slices of a page share its scope: when the scope is gone so is the memory.
        CLEANER.register(page.scope(), () -> counter.addAndGet(-length));
        return page;
    }

    /** Asks for a collection and waits until enough is freed; false when it is not within the timeout. */
    private synchronized boolean collected() {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (allocated.get() > allocatedLimit) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            System.gc();
            try {
                wait(50);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }

    /** Drops all ranges of a group, after damage was found in it. */
    void invalidate(String group) {
        pages.asMap().keySet().removeIf(key -> key.group.equals(group));
    }

    /** One read on its way. */
    private final class Fetch implements GroupReader.Listener {
        private final List<PageKey> keys;
        private final @Nullable MemorySegment[] targets;
        private final List<CompletableFuture<MemorySegment>> promises;
        private int left;
        private int permits;

        Fetch(
                List<PageKey> keys,
                @Nullable MemorySegment[] targets,
                List<CompletableFuture<MemorySegment>> promises,
                int permits) {
            this.keys = keys;
            this.targets = targets;
            this.promises = promises;
            this.left = promises.size();
            this.permits = permits;
        }

        @Override
        public void rangeRead(int range) {
            PageKey key = keys.get(range);
            MemorySegment target = targets[range];
            CompletableFuture<MemorySegment> promise = promises.get(range);
            if (target == null || promise.isDone()) {
                return;
            }
            MemorySegment page = target.asReadOnly();
            fetchedBytes.add(key.length);
            pages.put(key, page);
            // Evicts before this range's budget is given back, so that the bound holds under many fetches as well.
            pages.cleanUp();
            inFlight.remove(key, promise);
            targets[range] = null;
            // The budget is given back range by range; what clamping or lost races left over, with the last.
            giveBack(--left == 0 ? Integer.MAX_VALUE : key.length);
            promise.complete(page);
        }

        @Override
        public void failed(Throwable cause) {
            for (int i = 0; i < promises.size(); i++) {
                inFlight.remove(keys.get(i), promises.get(i));
            }
            giveBack(Integer.MAX_VALUE);
            for (CompletableFuture<MemorySegment> promise : promises) {
                promise.completeExceptionally(cause);
            }
        }

        private synchronized void giveBack(int bytes) {
            int part = Math.min(bytes, permits);
            permits -= part;
            inFlightBytes.release(part);
        }
    }

    /** Bytes of pages that are kept. */
    long keptBytes() {
        return pages.policy().eviction().orElseThrow().weightedSize().orElse(0);
    }

    /** Bytes that are on their way. */
    long bytesInFlight() {
        return inFlightLimit - (long) inFlightBytes.availablePermits();
    }

    /** Bytes of memory that pages take, the dropped ones that are not freed yet included. */
    long allocatedBytes() {
        return allocated.get();
    }

    long hits() {
        return hits.sum();
    }

    long misses() {
        return misses.sum();
    }

    long evictions() {
        return evictions.sum();
    }

    long fetchedBytes() {
        return fetchedBytes.sum();
    }
}
