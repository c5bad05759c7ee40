package dev.lanelog.query.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lanelog.columnar.group.CorruptGroupException;
import dev.lanelog.columnar.group.Slice;
import dev.lanelog.columnar.group.Tenant;
import dev.lanelog.proto.v1.HeldFile;
import dev.lanelog.proto.v1.IndexerInfo;
import dev.lanelog.proto.v1.LiveFile;
import dev.lanelog.proto.v1.PartitionChange;
import dev.lanelog.proto.v1.Progress;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Links, page cache and group store against a real gRPC server. */
@Timeout(60)
@NullUnmarked
class IndexerLinksTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Tenant TENANT = new Tenant(7, 3);

    private final ClusterView view = new ClusterView(Clock.systemUTC(), Duration.ofMinutes(5));
    private final IndexerLinks links = new IndexerLinks(
            view,
            "watcher",
            new IndexerLink.Timing(Duration.ofMillis(300), Duration.ofSeconds(30), Duration.ofSeconds(5)),
            Duration.ofSeconds(30),
            Clock.systemUTC());
    private final PageCache pages = new PageCache(8 << 20, 2 << 20, Duration.ofSeconds(5));
    private final GroupStore groups = new GroupStore(pages, links::reader, 1 << 20);
    private FakeIndexer a;

    @BeforeEach
    void start() throws IOException {
        a = new FakeIndexer("a", 0);
    }

    @AfterEach
    void stop() {
        links.close();
        a.close();
    }

    private void catalog(IndexerInfo... infos) {
        Map<String, IndexerInfo> all = new HashMap<>();
        for (IndexerInfo info : infos) {
            all.put(info.getIndexerId(), info);
        }
        Catalog catalog = new Catalog(
                true,
                all,
                Map.of(
                        0,
                        Progress.newBuilder()
                                .setIndexerId("a")
                                .setOwnerGeneration(1)
                                .build()),
                Map.of(),
                1);
        links.catalog(catalog);
        view.catalog(catalog);
    }

    private void holdRows(String fileId, int rows) {
        byte[] bytes = TestGroups.group(TENANT, TestGroups.rows(0, 0, rows));
        a.ownFile(0, 1, fileId, bytes, rows, 0, rows * 1_000_000_000L);
    }

    private static long rows(List<Slice> slices) {
        return slices.stream().mapToLong(Slice::rows).sum();
    }

    @Test
    void rowsOfAnIndexerAreReadOverItsLink() throws Exception {
        holdRows("f1", 50_000);
        catalog(a.info());
        try (ClusterSnapshot snapshot = view.snapshot(groups, PATIENCE, false)) {
            List<Slice> slices = snapshot.slices(TENANT, Long.MIN_VALUE, Long.MAX_VALUE);
            assertEquals(50_000, rows(slices));
            assertEquals(List.of(), snapshot.slices(Tenant.DEFAULT, Long.MIN_VALUE, Long.MAX_VALUE));
            assertEquals(List.of(TENANT), snapshot.tenants(Long.MIN_VALUE, Long.MAX_VALUE));
            Slice slice = slices.getFirst();
            int last = slice.pageCount() - 1;
            long[] times = new long[slice.rowsInPage(last)];
            slice.time().times(last, times);
            assertEquals(slice.maxTimeNs(), times[times.length - 1]);
            int opening = a.reads.get();
            snapshot.slices(TENANT, Long.MIN_VALUE, Long.MAX_VALUE);
            assertEquals(opening, a.reads.get());
        }
    }

    @Test
    void linkComesBackAfterTheIndexerWasAway() throws Exception {
        holdRows("f1", 10);
        catalog(a.info());
        view.snapshot(groups, PATIENCE, false).close();
        a.stop();
        Await.until("the link is seen broken", PATIENCE, () -> !links.notReady().isEmpty());
        assertThrows(PartitionsMissingException.class, () -> view.snapshot(groups, Duration.ZERO, false));
        a.restart();
        view.snapshot(groups, PATIENCE, false).close();
        assertTrue(a.watches.get() >= 2);
    }

    @Test
    void indexerThatLeavesTheCatalogIsUnlinkedAndOneThatComesIsLinked() throws Exception {
        holdRows("f1", 10);
        catalog(a.info());
        view.snapshot(groups, PATIENCE, false).close();
        catalog();
        assertEquals(0, links.known());
        assertThrows(PartitionsMissingException.class, () -> view.snapshot(groups, Duration.ZERO, false));
        catalog(a.info());
        view.snapshot(groups, PATIENCE, false).close();
    }

    @Test
    void releasedSequenceFollowsOpenSnapshots() throws Exception {
        holdRows("f1", 10);
        catalog(a.info());
        ClusterSnapshot open = view.snapshot(groups, PATIENCE, false);
        long at = links.watched("a").state().seq();
        holdRows("f2", 20);
        Await.until(
                "the change arrives", PATIENCE, () -> links.watched("a").state().seq() > at);
        long later = links.watched("a").state().seq();
        Await.until("what is open is pinned", PATIENCE, () -> a.releasedSeq.get() == at);
        open.close();
        Await.until("what was open is released", PATIENCE, () -> a.releasedSeq.get() == later);
    }

    @Test
    void damagedFooterIsNamedAndOtherGroupsGoOn() throws Exception {
        holdRows("f1", 1_000);
        byte[] bytes = a.bytes("f1");
        bytes[bytes.length - 30] ^= 1;
        catalog(a.info());
        try (ClusterSnapshot snapshot = view.snapshot(groups, PATIENCE, false)) {
            CorruptGroupException damage = assertThrows(
                    CorruptGroupException.class, () -> snapshot.slices(TENANT, Long.MIN_VALUE, Long.MAX_VALUE));
            assertEquals("f1", snapshot.groupOf(damage));
            assertTrue(snapshot.exclude("f1", damage));
            assertFalse(snapshot.exclude("f1", damage));
            assertEquals(List.of(), snapshot.slices(TENANT, Long.MIN_VALUE, Long.MAX_VALUE));
            assertEquals(List.of(0), snapshot.missingPartitions());
        }
        // Repaired on disk: after the damaged bytes are forgotten the group is read again.
        bytes[bytes.length - 30] ^= 1;
        groups.forget("f1");
        try (ClusterSnapshot snapshot = view.snapshot(groups, PATIENCE, false)) {
            assertEquals(1_000, rows(snapshot.slices(TENANT, Long.MIN_VALUE, Long.MAX_VALUE)));
        }
    }

    @Test
    void fileThatIsGoneIsAnErrorThatNamesItAndTheIndexer() throws Exception {
        a.become(PartitionChange.newBuilder()
                .setPartition(0)
                .setOwner(true)
                .setOwnerGeneration(1)
                .setTopicId("t")
                .addAddFiles(
                        HeldFile.newBuilder().setFileId("nofile").setBytes(1000).setRows(5))
                .addAddLive(LiveFile.newBuilder().setFileId("nofile").setIndexerId("a"))
                .build());
        catalog(a.info());
        try (ClusterSnapshot snapshot = view.snapshot(groups, PATIENCE, false)) {
            IOException gone =
                    assertThrows(IOException.class, () -> snapshot.slices(TENANT, Long.MIN_VALUE, Long.MAX_VALUE));
            assertTrue(
                    String.valueOf(gone.getMessage()).contains("nofile")
                            && String.valueOf(gone.getMessage()).contains("indexer a"),
                    gone.getMessage());
        }
        assertEquals(0, pages.bytesInFlight());
    }

    @Test
    void silentIndexerIsGivenUpAfterTheReadTimeout() throws Exception {
        PageCache impatient = new PageCache(8 << 20, 2 << 20, Duration.ofMillis(300));
        GroupStore store = new GroupStore(impatient, links::reader, 1 << 20);
        holdRows("f1", 10);
        catalog(a.info());
        a.gate = new CountDownLatch(1);
        try (ClusterSnapshot snapshot = view.snapshot(store, PATIENCE, false)) {
            assertThrows(IOException.class, () -> snapshot.slices(TENANT, Long.MIN_VALUE, Long.MAX_VALUE));
        } finally {
            a.gate.countDown();
        }
    }
}
