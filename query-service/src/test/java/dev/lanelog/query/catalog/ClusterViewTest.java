package dev.lanelog.query.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lanelog.columnar.group.Slice;
import dev.lanelog.proto.v1.HeadChunk;
import dev.lanelog.proto.v1.IndexerInfo;
import dev.lanelog.proto.v1.LiveFile;
import dev.lanelog.proto.v1.PartitionChange;
import dev.lanelog.proto.v1.Progress;
import dev.lanelog.proto.v1.WatchEvent;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@NullUnmarked
class ClusterViewTest {
    private static final GroupOpener NO_BYTES = new GroupOpener() {
        @Override
        public List<Slice> open(GroupRef ref) {
            throw new AssertionError("these tests read no bytes");
        }

        @Override
        public void prefetch(GroupRef ref, long[] offsets, int[] lengths) {
            throw new AssertionError("these tests read no bytes");
        }
    };

    private final AtomicLong nowMs = new AtomicLong(1_000_000);
    private final ClusterView view =
            new ClusterView((InstantSource) () -> java.time.Instant.ofEpochMilli(nowMs.get()), Duration.ofMinutes(5));

    private ClusterSnapshot take(boolean partial) throws InterruptedException {
        return view.snapshot(NO_BYTES, Duration.ZERO, partial);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34})
    void everyWholeSnapshotHoldsEachRowOnceAndNeverFewerThanBefore(long base) throws InterruptedException {
        long seed = Long.getLong("seed", 20260101) * 31 + base;
        Random random = new Random(seed);
        SimulatedCluster cluster = new SimulatedCluster(view, random, 1 + random.nextInt(4), 1 + random.nextInt(3));
        Map<Integer, Long> seen = new HashMap<>();
        int whole = 0;
        for (int step = 0; step < 1_200; step++) {
            cluster.step();
            try (ClusterSnapshot snapshot = take(true)) {
                whole += check(cluster, snapshot, seen, "seed " + seed + " step " + step) ? 1 : 0;
            } catch (ClusterNotReadyException notYet) {
                assertTrue(step < 200, "seed " + seed + ": the catalog never arrived");
            }
        }
        assertTrue(whole > 120, "seed " + seed + ": only " + whole + " whole snapshots, nothing was tested");
        cluster.consumeAll();
        cluster.settle();
        try (ClusterSnapshot snapshot = take(false)) {
            check(cluster, snapshot, seen, "seed " + seed + " at the end");
            assertEquals(
                    cluster.logEnd.values().stream().mapToLong(Long::longValue).sum(), snapshot.rows(), "seed " + seed);
        }
        assertEquals(0, view.openSnapshots());
    }

    /** Checks the partitions that are whole; returns whether all are. */
    private static boolean check(
            SimulatedCluster cluster, ClusterSnapshot snapshot, Map<Integer, Long> seen, String where) {
        Map<Integer, Set<Long>> rows = new HashMap<>();
        for (GroupRef ref : snapshot.refs()) {
            SimulatedCluster.Rows group = cluster.rowsOf(ref);
            Set<Long> all = rows.computeIfAbsent(group.partition(), p -> new HashSet<>());
            for (long offset : group.offsets()) {
                assertTrue(all.add(offset), where + ": row " + group.partition() + "/" + offset + " is there twice");
            }
        }
        for (int partition : cluster.logEnd.keySet()) {
            if (snapshot.missingPartitions().contains(partition)) {
                assertFalse(rows.containsKey(partition), where + ": a missing partition gives rows");
                continue;
            }
            Set<Long> offsets = rows.getOrDefault(partition, Set.of());
            long end = offsets.size();
            for (long offset = 0; offset < end; offset++) {
                assertTrue(offsets.contains(offset), where + ": row " + partition + "/" + offset + " is not there");
            }
            long before = seen.getOrDefault(partition, 0L);
            assertTrue(end >= before, where + ": partition " + partition + " fell from " + before + " to " + end);
            seen.put(partition, end);
        }
        return snapshot.missingPartitions().isEmpty();
    }

    private static PartitionChange.Builder owned(long generation, long next, long end) {
        return PartitionChange.newBuilder()
                .setPartition(0)
                .setReset(true)
                .setOwner(true)
                .setOwnerGeneration(generation)
                .setTopicId("t")
                .setNextOffset(next)
                .setHeadEnd(end);
    }

    private static HeadChunk chunk(String id, long from, long to) {
        return HeadChunk.newBuilder()
                .setChunkId(id)
                .setFromOffset(from)
                .setToOffset(to)
                .setRows(to - from)
                .build();
    }

    private WatchedIndexer indexer(String id, PartitionChange.Builder state) {
        WatchedIndexer indexer = new WatchedIndexer(id);
        indexer.reset();
        indexer.apply(WatchEvent.newBuilder()
                .setSeq(1)
                .setReady(true)
                .addChanges(state)
                .build());
        view.addIndexer(indexer);
        return indexer;
    }

    private void catalog(String owner, long generation) {
        view.catalog(new Catalog(
                true,
                Map.of(owner, IndexerInfo.newBuilder().setIndexerId(owner).build()),
                Map.of(
                        0,
                        Progress.newBuilder()
                                .setOwnerGeneration(generation)
                                .setIndexerId(owner)
                                .build()),
                Map.of(),
                1));
    }

    @Test
    void nothingIsServedBeforeTheCatalogWasRead() {
        indexer("a", owned(1, 0, 0));
        assertThrows(ClusterNotReadyException.class, () -> take(true));
    }

    @Test
    void partitionWithoutOwnerIsMissingEvenWhenNobodyEverTookIt() throws InterruptedException {
        view.catalog(new Catalog(true, Map.of(), Map.of(), Map.of(), 2));
        PartitionsMissingException failed = assertThrows(PartitionsMissingException.class, () -> take(false));
        assertTrue(failed.getMessage().contains("partition 1: no indexer has taken it yet"), failed.getMessage());
        try (ClusterSnapshot partial = take(true)) {
            assertEquals(List.of(0, 1), partial.missingPartitions());
        }
    }

    @Test
    void gapInTheHeadMakesThePartitionMissing() {
        catalog("a", 1);
        indexer("a", owned(1, 0, 30).addAddChunks(chunk("x", 0, 10)).addAddChunks(chunk("y", 20, 30)));
        PartitionsMissingException failed = assertThrows(PartitionsMissingException.class, () -> take(false));
        assertTrue(failed.getMessage().contains("offsets 10 to 20 of the head"), failed.getMessage());
    }

    @Test
    void headThatEndsEarlyMakesThePartitionMissing() {
        catalog("a", 1);
        indexer("a", owned(1, 0, 30).addAddChunks(chunk("x", 0, 10)));
        assertThrows(PartitionsMissingException.class, () -> take(false));
    }

    @Test
    void ownerBelowTheCatalogsGenerationIsNotBelieved() {
        catalog("b", 2);
        indexer("a", owned(1, 0, 0));
        PartitionsMissingException failed = assertThrows(PartitionsMissingException.class, () -> take(false));
        assertTrue(failed.getMessage().contains("new owner b has not reported"), failed.getMessage());
    }

    @Test
    void liveFileWhoseHolderIsAwayIsNamed() {
        catalog("a", 1);
        indexer(
                "a",
                owned(1, 5, 5).addAddLive(LiveFile.newBuilder().setFileId("f").setIndexerId("b")));
        PartitionsMissingException failed = assertThrows(PartitionsMissingException.class, () -> take(false));
        assertTrue(
                failed.getMessage().contains("indexer b, which holds file f, is not connected"), failed.getMessage());
    }

    @Test
    void movedPartitionIsHeldBackUntilItsNewOwnerCaughtUp() throws InterruptedException {
        catalog("a", 1);
        WatchedIndexer a = indexer("a", owned(1, 0, 10).addAddChunks(chunk("x", 0, 10)));
        take(false).close();
        catalog("b", 2);
        WatchedIndexer b = indexer("b", owned(2, 0, 4).addAddChunks(chunk("x", 0, 4)));
        assertThrows(PartitionsMissingException.class, () -> take(false));
        b.apply(WatchEvent.newBuilder()
                .setSeq(2)
                .addChanges(owned(2, 0, 12).addAddChunks(chunk("z", 0, 12)))
                .build());
        try (ClusterSnapshot snapshot = take(false)) {
            assertEquals(12, snapshot.rows());
        }
        assertEquals(1, a.releasedSeq());
    }

    @Test
    void lostOffsetsAreAcceptedAfterTheCatchUpTime() throws InterruptedException {
        catalog("a", 1);
        WatchedIndexer a = indexer("a", owned(1, 0, 10).addAddChunks(chunk("x", 0, 10)));
        take(false).close();
        a.apply(WatchEvent.newBuilder()
                .setSeq(2)
                .addChanges(owned(2, 0, 4).addAddChunks(chunk("y", 0, 4)))
                .build());
        assertThrows(PartitionsMissingException.class, () -> take(false));
        nowMs.addAndGet(Duration.ofMinutes(5).toMillis());
        try (ClusterSnapshot snapshot = take(false)) {
            assertEquals(4, snapshot.rows());
        }
    }

    @Test
    void openSnapshotPinsTheSequenceItWasTakenAt() throws InterruptedException {
        catalog("a", 1);
        WatchedIndexer a = indexer("a", owned(1, 0, 0));
        ClusterSnapshot old = take(false);
        a.apply(WatchEvent.newBuilder().setSeq(7).build());
        ClusterSnapshot newer = take(false);
        assertEquals(1, a.releasedSeq());
        old.close();
        old.close();
        assertEquals(7, a.releasedSeq());
        a.apply(WatchEvent.newBuilder().setSeq(9).build());
        assertEquals(7, a.releasedSeq());
        newer.close();
        assertEquals(9, a.releasedSeq());
    }

    @Test
    void forgottenSnapshotLosesItsPinsWhenTheLongestQueryTimeHasPassed() throws InterruptedException {
        catalog("a", 1);
        WatchedIndexer a = indexer("a", owned(1, 0, 0));
        ClusterSnapshot old = take(false);
        a.apply(WatchEvent.newBuilder().setSeq(3).build());
        view.expireBefore(nowMs.get());
        assertEquals(1, a.releasedSeq());
        view.expireBefore(nowMs.get() + 1);
        assertEquals(3, a.releasedSeq());
        assertEquals(0, view.openSnapshots());
        old.close();
    }

    @Test
    void pinsOfABrokenStreamDoNotHoldBackTheNextOne() throws InterruptedException {
        catalog("a", 1);
        WatchedIndexer a = indexer("a", owned(1, 0, 0));
        ClusterSnapshot old = take(false);
        a.reset();
        a.apply(WatchEvent.newBuilder()
                .setSeq(1)
                .setReady(true)
                .addChanges(owned(1, 0, 0))
                .build());
        ClusterSnapshot newer = take(false);
        old.close();
        a.apply(WatchEvent.newBuilder().setSeq(2).build());
        assertEquals(1, a.releasedSeq());
        newer.close();
        assertEquals(2, a.releasedSeq());
    }

    @Test
    void waitingSnapshotSeesThePartitionComeBack() throws Exception {
        catalog("a", 1);
        WatchedIndexer a = indexer("a", owned(1, 0, 0));
        a.reset();
        Thread back = Thread.ofVirtual().start(() -> {
            a.apply(WatchEvent.newBuilder()
                    .setSeq(1)
                    .setReady(true)
                    .addChanges(owned(1, 0, 0))
                    .build());
            view.indexerChanged();
        });
        try (ClusterSnapshot snapshot = view.snapshot(NO_BYTES, Duration.ofSeconds(20), false)) {
            assertTrue(snapshot.missingPartitions().isEmpty());
        }
        back.join();
    }
}
