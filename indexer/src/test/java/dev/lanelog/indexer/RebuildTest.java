package dev.lanelog.indexer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lanelog.indexer.kit.Await;
import dev.lanelog.indexer.kit.Batches;
import dev.lanelog.indexer.kit.FeedClient;
import dev.lanelog.indexer.kit.GroupFilesOnDisk;
import dev.lanelog.indexer.kit.SharedBroker;
import dev.lanelog.indexer.kit.TestConfig;
import dev.lanelog.indexer.kit.TestIndexer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are lost come back from the log; rows that can't come back are never missing in silence. */
class RebuildTest {
    @TempDir
    Path dir;

    private final String store = "t" + UUID.randomUUID().toString().substring(0, 8);

    private TestIndexer indexer(String name, String... settings) {
        List<String> all = new ArrayList<>(List.of("id", name));
        all.addAll(List.of(settings));
        return new TestIndexer(TestConfig.of(dir.resolve(name), store, all.toArray(String[]::new)));
    }

    private List<Path> groups(String name) throws IOException {
        return GroupFilesOnDisk.below(dir.resolve(name).resolve("groups"), ".group");
    }

    private void deleteGroups(String name) throws IOException {
        for (Path group : groups(name)) {
            Files.delete(group);
        }
    }

    private static List<String> messages(String prefix, int rows) {
        return IntStream.range(0, rows).mapToObj(i -> prefix + i).sorted().toList();
    }

    private static void awaitMessages(List<String> expected, FeedClient... feeds) {
        Await.until(() -> rows(feeds) == expected.size(), () -> rows(feeds) + " rows instead of " + expected.size());
        List<String> all = new ArrayList<>();
        for (FeedClient feed : feeds) {
            all.addAll(feed.messages());
            assertEquals(List.of(), feed.violations());
        }
        all.sort(null);
        assertEquals(expected, all);
    }

    private static long rows(FeedClient... feeds) {
        long rows = 0;
        for (FeedClient feed : feeds) {
            rows += feed.rows();
        }
        return rows;
    }

    @Test
    void aLostDiskIsReadBackFromTheLogEachRowOnce() throws IOException {
        try (TestIndexer first = indexer("a").awaitConsuming();
                Batches batches = new Batches("logs-" + store)) {
            for (int i = 0; i < 4; i++) {
                batches.send(i % 2, Batches.batch(0, "m", i * 10, i * 10 + 10));
                first.flush();
            }
        }
        deleteGroups("a");
        try (TestIndexer second = indexer("a").awaitConsuming();
                FeedClient feed = second.watch()) {
            awaitMessages(messages("m", 40), feed);
            Await.until(
                    () -> second.core.status().lostFiles().isEmpty(),
                    () -> second.core.status().toString());
            assertEquals(40, second.counter("rebuilt_rows"));
        }
        try (TestIndexer third = indexer("a").awaitConsuming();
                FeedClient feed = third.watch()) {
            awaitMessages(messages("m", 40), feed);
            assertEquals(0, third.counter("rebuilds"), "what was made again is there to stay");
        }
    }

    @Test
    void aDamagedFileIsMadeAgainTogetherWithThoseOfTheSameOffsets() throws IOException {
        String[] splitting = {"merge.split-rows", "8", "merge.factor", "2"};
        try (TestIndexer first = indexer("a", splitting).awaitConsuming();
                Batches batches = new Batches("logs-" + store)) {
            for (int i = 0; i < 4; i++) {
                batches.send(0, Batches.batch(7, "m", i * 10, i * 10 + 10));
                batches.send(0, Batches.batch(8 + i, "m", 40 + i, 41 + i));
                first.flush();
            }
            TestIndexer.get(first.core.forceMerge());
        }
        List<Path> files = groups("a");
        assertTrue(files.size() > 1, "merging split a tenant's day off: " + files);
        byte[] bytes = Files.readAllBytes(files.getFirst());
        bytes[bytes.length - 5] ^= 1;
        Files.write(files.getFirst(), bytes);
        try (TestIndexer second = indexer("a", splitting).awaitConsuming();
                FeedClient feed = second.watch()) {
            awaitMessages(messages("m", 44), feed);
            Await.until(
                    () -> second.core.status().lostFiles().isEmpty(),
                    () -> second.core.status().toString());
        }
    }

    @Test
    void rowsThatTheLogDoesNotHoldAreReportedUntilAnOperatorGivesThemUp() throws Exception {
        try (TestIndexer first = indexer("a").awaitConsuming();
                Batches batches = new Batches("logs-" + store)) {
            batches.send(0, Batches.batch(0, "m", 0, 10));
            first.flush();
            batches.send(0, Batches.batch(0, "m", 10, 20));
            first.flush();
        }
        deleteGroups("a");
        deleteRecords(1);
        try (TestIndexer second = indexer("a").awaitConsuming();
                FeedClient feed = second.watch()) {
            Await.until(
                    () -> second.core.status().lostRows().containsKey(0)
                            && second.core.status().lostFiles().size() == 1,
                    () -> second.core.status().toString());
            String problem = String.valueOf(second.core.status().lostRows().get(0));
            assertTrue(problem.contains("1 lost files with 10 rows") && problem.contains("starts at 1"), problem);
            assertEquals(2, feed.live().size(), "the lost file stays live, so that queries over it fail");
            AssertionError refused =
                    assertThrows(AssertionError.class, () -> TestIndexer.get(second.core.giveUpLostFiles(1)));
            assertTrue(String.valueOf(refused.getMessage()).contains("no lost files"), refused.getMessage());

            String given = TestIndexer.get(second.core.giveUpLostFiles(0));
            assertTrue(given.contains("1 files with 10 rows"), given);
            Await.until(() -> feed.live().size() == 1, () -> feed.live().toString());
            assertEquals(10, feed.rows());
            Await.until(
                    () -> second.core.status().lostRows().isEmpty()
                            && second.core.status().lostFiles().isEmpty(),
                    () -> second.core.status().toString());
        }
    }

    private void deleteRecords(long before) throws ExecutionException, InterruptedException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", SharedBroker.bootstrap()))) {
            admin.deleteRecords(Map.of(new TopicPartition("logs-" + store, 0), RecordsToDelete.beforeOffset(before)))
                    .all()
                    .get();
        }
    }

    @Test
    void filesLostByTheirHolderAreMadeAgainByTheOwnersOfTheirPartitions() throws IOException {
        try (Batches batches = new Batches("logs-" + store)) {
            TestIndexer a = indexer("a", "assignment", "group").awaitConsuming();
            for (int p = 0; p < 2; p++) {
                batches.send(p, Batches.batch(0, "m", p * 10, p * 10 + 10));
            }
            a.flush();
            try (TestIndexer b = indexer("b", "assignment", "group")) {
                Await.until(
                        () -> b.core.status().partitions().size() == 1,
                        () -> b.core.status().toString());
                a.close();
                deleteGroups("a");
                Await.until(
                        () -> b.core.status().partitions().size() == 2,
                        () -> b.core.status().toString());
                try (TestIndexer again = indexer("a", "assignment", "group");
                        FeedClient feedA = again.watch();
                        FeedClient feedB = b.watch()) {
                    awaitMessages(messages("m", 20), feedA, feedB);
                    Await.until(
                            () -> again.core.status().lostFiles().isEmpty(),
                            () -> again.core.status().toString());
                }
            }
        }
    }

    @Test
    void filesOfAnIndexerThatWontComeBackAreMadeAgain() throws IOException {
        try (Batches batches = new Batches("logs-" + store)) {
            try (TestIndexer a = indexer("a").awaitConsuming()) {
                batches.send(0, Batches.batch(0, "m", 0, 10));
                batches.send(1, Batches.batch(0, "m", 10, 20));
                a.flush();
            }
            try (TestIndexer b = indexer("b").awaitConsuming();
                    FeedClient feed = b.watch()) {
                assertEquals(0, feed.rows());
                assertEquals(2, feed.live().size());
                AssertionError unknown =
                        assertThrows(AssertionError.class, () -> TestIndexer.get(b.core.forgetIndexer("nobody")));
                assertTrue(String.valueOf(unknown.getMessage()).contains("no indexer nobody"), unknown.getMessage());
                TestIndexer.get(b.core.forgetIndexer("a"));
                awaitMessages(messages("m", 20), feed);
            }
            // Should it come back after all: its files are not live any more, and nothing is there twice.
            try (TestIndexer a = indexer("a").awaitConsuming();
                    FeedClient feed = a.watch()) {
                Await.until(() -> feed.live().size() == 2, () -> feed.live().toString());
                assertEquals(0, feed.rows());
                assertFalse(a.core.status().lostFiles().containsKey("x"));
            }
        }
    }
}
