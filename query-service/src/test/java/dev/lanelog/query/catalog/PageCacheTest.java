package dev.lanelog.query.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PageCacheTest {
    private static byte byteAt(String group, long offset) {
        return (byte) (group.hashCode() * 31L + offset * 7);
    }

    /** Fills targets on a thread of its own, when it is told to go on. */
    private static final class FakeReader implements GroupReader {
        final AtomicInteger calls = new AtomicInteger();
        final AtomicLong bytes = new AtomicLong();
        final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        volatile CountDownLatch gate = new CountDownLatch(0);

        @Override
        public void read(String id, long[] offsets, MemorySegment[] targets, Listener listener) {
            calls.incrementAndGet();
            MemorySegment[] mine = targets.clone();
            Thread.ofVirtual().start(() -> {
                try {
                    gate.await();
                } catch (InterruptedException e) {
                    listener.failed(e);
                    return;
                }
                Throwable failure = failures.poll();
                if (failure != null) {
                    listener.failed(failure);
                    return;
                }
                for (int r = 0; r < mine.length; r++) {
                    for (long i = 0; i < mine[r].byteSize(); i++) {
                        mine[r].set(ValueLayout.JAVA_BYTE, i, byteAt(id, offsets[r] + i));
                    }
                    bytes.addAndGet(mine[r].byteSize());
                    listener.rangeRead(r);
                }
            });
        }
    }

    private final FakeReader reader = new FakeReader();

    private PageCache.Origin origin(String group) {
        return new PageCache.Origin(group, group, reader);
    }

    private static void check(String group, long offset, MemorySegment page) {
        for (long i = 0; i < page.byteSize(); i++) {
            if (page.get(ValueLayout.JAVA_BYTE, i) != byteAt(group, offset + i)) {
                throw new AssertionError("byte " + (offset + i) + " of " + group + " is wrong");
            }
        }
    }

    @Test
    void rangeIsFetchedOnceWhoeverWaits() throws Exception {
        PageCache cache = new PageCache(1 << 20, 1 << 18, Duration.ofSeconds(10));
        reader.gate = new CountDownLatch(1);
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<MemorySegment>> all = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                all.add(pool.submit(() -> cache.get(origin("g"), 100, 1000)));
            }
            cache.hint(origin("g"), new long[] {100}, new int[] {1000});
            reader.gate.countDown();
            MemorySegment first = all.getFirst().get();
            for (Future<MemorySegment> one : all) {
                assertSame(first, one.get());
            }
        }
        assertEquals(1, reader.calls.get());
        assertEquals(1, cache.misses());
        assertEquals(0, cache.bytesInFlight());
        check("g", 100, cache.get(origin("g"), 100, 1000));
        assertEquals(1, reader.calls.get());
    }

    @Test
    void rangesOfAPrefetchShareACall() throws Exception {
        PageCache cache = new PageCache(1 << 20, 1 << 18, Duration.ofSeconds(10));
        cache.load(origin("g"), new long[] {0, 5000, 9000}, new int[] {1000, 2000, 10});
        assertEquals(1, reader.calls.get());
        check("g", 5000, cache.get(origin("g"), 5000, 2000));
        assertEquals(1, reader.calls.get());
        assertEquals(3, cache.misses());
        assertEquals(3010, cache.keptBytes());
    }

    @Test
    void bytesStayWithinTheBoundsAndRight() throws Exception {
        int bound = 1 << 20;
        PageCache cache = new PageCache(bound, bound / 4, Duration.ofSeconds(30));
        long seed = Long.getLong("seed", 42);
        try (ExecutorService pool = Executors.newFixedThreadPool(4)) {
            List<Future<?>> all = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                Random random = new Random(seed + t);
                all.add(pool.submit(() -> {
                    for (int i = 0; i < 500; i++) {
                        String group = "g" + random.nextInt(5);
                        long offset = random.nextInt(20) * 10_000L;
                        MemorySegment page = cache.get(origin(group), offset, 10_000 + random.nextInt(2) * 5_000);
                        check(group, offset, page);
                        if (cache.keptBytes() + cache.bytesInFlight() > bound + 4 * 15_000) {
                            throw new AssertionError("kept " + cache.keptBytes() + " in flight " + cache.bytesInFlight()
                                    + " seed " + seed);
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
        assertTrue(cache.evictions() > 0, "nothing was evicted, nothing was tested");
        assertEquals(0, cache.bytesInFlight());
    }

    @Test
    void evictedPageStaysReadableWhileSomeoneHasIt() throws Exception {
        PageCache cache = new PageCache(100_000, 20_000, Duration.ofSeconds(10));
        MemorySegment held = cache.get(origin("held"), 0, 10_000).asSlice(10, 100);
        for (int i = 0; i < 50; i++) {
            cache.get(origin("g"), i * 10_000L, 10_000);
        }
        System.gc();
        check("held", 10, held);
        assertTrue(cache.evictions() >= 40, () -> "evictions " + cache.evictions());
    }

    @Test
    void memoryThatNobodyRefersToIsGivenBack() throws Exception {
        PageCache cache = new PageCache(1_000_000, 300_000, Duration.ofSeconds(20));
        // Far more than one and a half times the bound: without collections this would be refused.
        for (int i = 0; i < 100; i++) {
            cache.get(origin("g"), i * 100_000L, 100_000);
        }
        assertTrue(cache.allocatedBytes() <= 1_500_000, () -> "allocated " + cache.allocatedBytes());
    }

    @Test
    void memoryHeldByReadersIsRefusedToOthersInsteadOfGrowing() throws Exception {
        PageCache cache = new PageCache(1_000_000, 300_000, Duration.ofMillis(300));
        List<MemorySegment> held = new ArrayList<>();
        IOException refused = assertThrows(IOException.class, () -> {
            for (int i = 0; i < 100; i++) {
                held.add(cache.get(origin("g"), i * 100_000L, 100_000));
            }
        });
        assertTrue(String.valueOf(refused.getMessage()).contains("in use by running queries"), refused.getMessage());
        assertEquals(15, held.size());
        assertEquals(0, cache.bytesInFlight());
        check("g", 0, held.getFirst());
    }

    @Test
    void failedReadFailsAllWhoWaitAndIsTriedAgain() throws Exception {
        PageCache cache = new PageCache(1 << 20, 1 << 18, Duration.ofSeconds(10));
        reader.failures.add(new IOException("NOT_FOUND: gone"));
        IOException failed = assertThrows(IOException.class, () -> cache.get(origin("g"), 0, 100));
        assertTrue(String.valueOf(failed.getMessage()).contains("group g, bytes 0 to 100: NOT_FOUND: gone"));
        check("g", 0, cache.get(origin("g"), 0, 100));
        assertEquals(0, cache.bytesInFlight());
    }

    @Test
    void fullFlightMakesReadersWaitAndHintsGiveUp() throws Exception {
        PageCache cache = new PageCache(100_000, 10_000, Duration.ofSeconds(20));
        reader.gate = new CountDownLatch(1);
        cache.hint(origin("a"), new long[] {0}, new int[] {10_000});
        cache.hint(origin("b"), new long[] {0}, new int[] {10_000});
        assertEquals(1, reader.calls.get());
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<MemorySegment> waiting = pool.submit(() -> cache.get(origin("b"), 0, 10_000));
            assertThrows(java.util.concurrent.TimeoutException.class, () -> waiting.get(100, TimeUnit.MILLISECONDS));
            reader.gate.countDown();
            check("b", 0, waiting.get());
        }
        assertEquals(2, reader.calls.get());
    }

    @Test
    void rangeLargerThanTheFlightIsReadAlone() throws Exception {
        PageCache cache = new PageCache(1_000_000, 10_000, Duration.ofSeconds(20));
        check("g", 3, cache.get(origin("g"), 3, 50_000));
        assertEquals(0, cache.bytesInFlight());
    }

    @Test
    void invalidatedGroupIsFetchedAgain() throws IOException, ExecutionException {
        PageCache cache = new PageCache(1 << 20, 1 << 18, Duration.ofSeconds(10));
        cache.get(origin("g"), 0, 100);
        cache.get(origin("h"), 0, 100);
        cache.invalidate("g");
        cache.get(origin("g"), 0, 100);
        cache.get(origin("h"), 0, 100);
        assertEquals(3, reader.calls.get());
    }
}
