package dev.lanelog.indexer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lanelog.indexer.consume.KafkaClients;
import dev.lanelog.indexer.consume.PartitionCondition;
import dev.lanelog.indexer.flush.GroupFileName;
import dev.lanelog.indexer.kit.Await;
import dev.lanelog.indexer.kit.Batches;
import dev.lanelog.indexer.kit.FeedClient;
import dev.lanelog.indexer.kit.GroupFilesOnDisk;
import dev.lanelog.indexer.kit.SharedBroker;
import dev.lanelog.indexer.kit.TestConfig;
import dev.lanelog.indexer.kit.TestIndexer;
import dev.lanelog.proto.topic.CatalogKeys;
import dev.lanelog.proto.v1.CatalogRecord;
import dev.lanelog.proto.v1.Progress;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who owns a partition, where it resumes, and what is never reset in silence. */
class OwnershipTest {
    @TempDir
    Path dir;

    private final String store = "t" + UUID.randomUUID().toString().substring(0, 8);

    private TestIndexer indexer(String name, String... settings) {
        return new TestIndexer(TestConfig.of(dir.resolve(name), store, settings)).awaitConsuming();
    }

    private static List<Path> files(Path root) throws IOException {
        return GroupFilesOnDisk.below(root, "");
    }

    @Test
    void aSecondOwnerFencesTheFirstAndNoRowIsThereTwice() {
        try (TestIndexer first = indexer("a");
                Batches batches = new Batches("logs-" + store);
                FeedClient feedA = first.watch()) {
            batches.send(0, Batches.batch(0, "m", 0, 10));
            first.flush();
            batches.send(0, Batches.batch(0, "m", 10, 20));
            Await.until(() -> feedA.rows() == 20, () -> "rows " + feedA.rows());
            try (TestIndexer second = indexer("b");
                    FeedClient feedB = second.watch()) {
                Await.until(() -> feedB.rows() == 10, () -> "rows " + feedB.rows());
                // The first still believes that it owns the partition; its commit is refused.
                var late = first.core.forceFlush();
                first.awaitCondition(0, PartitionCondition.FENCED);
                assertThrows(AssertionError.class, () -> TestIndexer.get(late));
                Await.until(
                        () -> feedA.chunks().isEmpty()
                                && feedA.rows() == 10
                                && !feedA.last(0).getOwner(),
                        () -> "the fenced owner shows " + feedA.chunks());
                second.flush();
                Await.until(() -> feedB.files().size() == 1, () -> feedB.files().toString());
                // What both hold together is every row, once: the file of the first, the file of the second.
                assertEquals(10, feedA.messages().size());
                assertEquals(10, feedB.messages().size());
                assertEquals(2, feedB.live().size(), "the owner names every live file, wherever it is held");
                assertEquals(2, feedB.last(0).getOwnerGeneration());
            }
        }
    }

    @Test
    void aFileWithoutAManifestIsDeletedAndItsRowsAreReadAgain() throws IOException {
        Path orphan;
        // No time to drain: the second record stays in the log only, as after a crash.
        try (TestIndexer indexer = indexer("a", "drain-timeout", "0s");
                Batches batches = new Batches("logs-" + store)) {
            batches.send(0, Batches.batch(0, "m", 0, 10));
            indexer.flush();
            batches.send(0, Batches.batch(0, "m", 10, 20));
            // As a crash between rename and commit leaves it: a whole file of [1, 2), and no manifest.
            Path real = files(dir.resolve("a/groups/0")).getFirst();
            orphan = real.resolveSibling(new GroupFileName(1, 2, "0123456789abcdef0123456789abcdef").toString());
            Files.copy(real, orphan);
            Files.copy(real, real.resolveSibling("x.group.tmp"));
            Files.writeString(real.resolveSibling(".DS_Store"), "foreign");
        }
        try (TestIndexer indexer = indexer("a");
                FeedClient feed = indexer.watch()) {
            assertFalse(Files.exists(orphan));
            assertFalse(Files.exists(orphan.resolveSibling("x.group.tmp")));
            assertTrue(Files.exists(orphan.resolveSibling(".DS_Store")), "foreign files are left alone");
            Await.until(() -> feed.rows() == 20, () -> "rows " + feed.rows());
            assertEquals(10, indexer.counter("rows"), "only the rows past the progress are read again");
        }
    }

    @Test
    void anOrphanWhoseRecordsTheLogHasLostIsKeptInQuarantine() throws IOException {
        Path orphan;
        try (TestIndexer indexer = indexer("a");
                Batches batches = new Batches("logs-" + store)) {
            batches.send(0, Batches.batch(0, "m", 0, 10));
            indexer.flush();
            Path real = files(dir.resolve("a/groups/0")).getFirst();
            orphan = real.resolveSibling(new GroupFileName(1, 50, "0123456789abcdef0123456789abcdef").toString());
            Files.copy(real, orphan);
        }
        try (TestIndexer indexer = indexer("a")) {
            assertFalse(Files.exists(orphan));
            assertEquals(
                    List.of("0-" + orphan.getFileName()),
                    files(dir.resolve("a/quarantine")).stream()
                            .map(f -> f.getFileName().toString())
                            .toList());
            assertEquals(1, indexer.partition(0).files());
        }
    }

    @Test
    void aMissingAndADamagedFileAreReportedAndTheRestIsServed() throws IOException {
        try (TestIndexer indexer = indexer("a");
                Batches batches = new Batches("logs-" + store)) {
            for (int i = 0; i < 3; i++) {
                batches.send(0, Batches.batch(0, "m", i * 10, i * 10 + 10));
                indexer.flush();
            }
        }
        List<Path> files = files(dir.resolve("a/groups/0")).stream().sorted().toList();
        Files.delete(files.get(0));
        byte[] bytes = Files.readAllBytes(files.get(1));
        bytes[bytes.length - 10] ^= 0x55;
        Files.write(files.get(1), bytes);
        try (TestIndexer indexer = indexer("a");
                FeedClient feed = indexer.watch()) {
            assertEquals(10, feed.messages().size());
            assertEquals(3, feed.live().size(), "a watcher sees that files are missing");
            assertEquals(1, feed.files().size());
            assertEquals(2, indexer.core.status().lostFiles().size());
            assertEquals(
                    2.0,
                    indexer.registry.get("lanelog_indexer_lost_files").gauge().value());
        }
    }

    @Test
    void progressBelowTheLogsStartStopsThePartitionUntilAnOperatorResumesIt() throws Exception {
        try (TestIndexer indexer = indexer("a");
                Batches batches = new Batches("logs-" + store)) {
            batches.send(0, Batches.batch(0, "m", 0, 10));
            indexer.flush();
        }
        try (Batches batches = new Batches("logs-" + store);
                Admin admin = Admin.create(Map.of("bootstrap.servers", SharedBroker.bootstrap()))) {
            for (int i = 1; i < 5; i++) {
                batches.send(0, Batches.batch(0, "m", i * 10, i * 10 + 10));
            }
            admin.deleteRecords(Map.of(new TopicPartition("logs-" + store, 0), RecordsToDelete.beforeOffset(3)))
                    .all()
                    .get();
        }
        try (TestIndexer indexer = new TestIndexer(TestConfig.of(dir.resolve("a"), store));
                FeedClient feed = indexer.watch()) {
            indexer.awaitCondition(0, PartitionCondition.BEHIND_LOG_START);
            indexer.awaitCondition(1, PartitionCondition.CONSUMING);
            assertTrue(
                    indexer.partition(0).message().contains("the log starts at 3"),
                    indexer.partition(0).message());
            assertEquals(10, feed.messages().size(), "files are served meanwhile");
            String done = TestIndexer.get(indexer.core.resumePartition(0));
            assertTrue(done.contains("offset 3"), done);
            Await.until(() -> feed.rows() == 30, () -> "rows " + feed.rows());
            indexer.flush();
        }
    }

    @Test
    void aNewTopicOfTheSameNameIsNotTakenForTheOldOne() throws Exception {
        try (TestIndexer indexer = indexer("a");
                Batches batches = new Batches("logs-" + store);
                Admin admin = Admin.create(Map.of("bootstrap.servers", SharedBroker.bootstrap()))) {
            batches.send(0, Batches.batch(0, "m", 0, 10));
            indexer.flush();
            indexer.close();
            admin.deleteTopics(List.of("logs-" + store)).all().get();
            Await.until(
                    () -> !admin.listTopics().names().get().contains("logs-" + store), () -> "topic is still there");
        }
        try (TestIndexer indexer = new TestIndexer(TestConfig.of(dir.resolve("a"), store));
                Batches batches = new Batches("logs-" + store);
                FeedClient feed = indexer.watch()) {
            indexer.awaitCondition(0, PartitionCondition.TOPIC_CHANGED);
            batches.send(0, Batches.batch(0, "n", 0, 5));
            assertEquals(10, feed.messages().size());
            TestIndexer.get(indexer.core.resumePartition(0));
            TestIndexer.get(indexer.core.resumePartition(1));
            Await.until(() -> feed.rows() == 15, () -> "rows " + feed.rows());
            indexer.flush();
            assertEquals(1, indexer.partition(0).nextOffset());
        }
    }

    @Test
    void progressBeyondTheLogsEndStopsThePartitionUntilAnOperatorResumesIt() throws Exception {
        try (TestIndexer indexer = indexer("a");
                Batches batches = new Batches("logs-" + store)) {
            batches.send(0, Batches.batch(0, "m", 0, 10));
            indexer.flush();
        }
        // As if the brokers had lost the records [1, 40), which were in files.
        KafkaClients clients = new KafkaClients(TestConfig.of(dir.resolve("a"), store), "test");
        try (Admin admin = clients.admin();
                Producer<String, byte[]> producer = clients.plain()) {
            String topicId = admin.describeTopics(List.of("logs-" + store))
                    .allTopicNames()
                    .get()
                    .values()
                    .iterator()
                    .next()
                    .topicId()
                    .toString();
            Progress ahead = Progress.newBuilder()
                    .setStore(store)
                    .setTopicId(topicId)
                    .setNextOffset(40)
                    .setOwnerGeneration(1)
                    .build();
            producer.send(new ProducerRecord<>(
                            "catalog-" + store,
                            CatalogKeys.progress(store, 0),
                            CatalogRecord.newBuilder()
                                    .setProgress(ahead)
                                    .build()
                                    .toByteArray()))
                    .get();
        }
        try (TestIndexer indexer = new TestIndexer(TestConfig.of(dir.resolve("a"), store));
                Batches batches = new Batches("logs-" + store);
                FeedClient feed = indexer.watch()) {
            indexer.awaitCondition(0, PartitionCondition.BEYOND_LOG_END);
            assertEquals(10, feed.messages().size(), "files are served meanwhile");
            String done = TestIndexer.get(indexer.core.resumePartition(0));
            assertTrue(done.contains("offset 1"), done);
            batches.send(0, Batches.batch(0, "m", 10, 20));
            Await.until(() -> feed.rows() == 20, () -> "rows " + feed.rows());
        }
    }

    @Test
    void partitionsThatAreAddedToTheTopicAreTaken() throws Exception {
        try (TestIndexer indexer = indexer("a");
                Batches batches = new Batches("logs-" + store);
                FeedClient feed = indexer.watch();
                Admin admin = Admin.create(Map.of("bootstrap.servers", SharedBroker.bootstrap()))) {
            admin.createPartitions(Map.of("logs-" + store, NewPartitions.increaseTo(3)))
                    .all()
                    .get();
            batches.send(0, Batches.batch(0, "m", 0, 10));
            batches.send(2, Batches.batch(0, "m", 10, 20));
            indexer.flush();
            Await.until(() -> feed.rows() == 20, () -> "rows " + feed.rows());
        }
    }

    @Test
    void aCorruptRecordIsKeptAsideAndItsNeighboursAreIndexed() throws IOException {
        try (TestIndexer indexer = indexer("a", "quarantine-bytes", "60");
                Batches batches = new Batches("logs-" + store);
                FeedClient feed = indexer.watch()) {
            batches.send(0, Batches.batch(0, "m", 0, 10));
            byte[] damaged = "this is no batch, and 40 bytes of it kept".getBytes(StandardCharsets.UTF_8);
            long at = batches.send(0, damaged);
            batches.send(0, damaged);
            byte[] flipped = Batches.batch(0, "m", 0, 10);
            flipped[flipped.length - 1] ^= 1;
            batches.send(0, flipped);
            batches.send(0, Batches.batch(0, "m", 10, 20));
            Await.until(() -> feed.rows() == 20, () -> "rows " + feed.rows());
            assertEquals(3.0, indexer.counter("corrupt_records"));
            List<Path> kept = files(dir.resolve("a/quarantine"));
            assertEquals(1, kept.size(), "bounded by bytes: " + kept);
            assertEquals(
                    "logs-" + store + "-0-" + at + ".record",
                    kept.getFirst().getFileName().toString());
            assertEquals(new String(damaged, StandardCharsets.UTF_8), Files.readString(kept.getFirst()));
            indexer.flush();
            assertEquals(5, indexer.partition(0).nextOffset());
            assertEquals(List.of(), feed.violations());
        }
    }

    @Test
    void oneDirectoryBelongsToOneIndexer() {
        try (TestIndexer indexer = indexer("a", "id", "one")) {
            IOException used = assertThrows(IOException.class, () -> another("one"));
            assertTrue(String.valueOf(used.getMessage()).contains("another indexer uses"), used.getMessage());
            assertEquals("one", indexer.core.indexerId());
        }
        IOException other = assertThrows(IOException.class, () -> another("two"));
        assertTrue(String.valueOf(other.getMessage()).contains("belongs to indexer one"), other.getMessage());
    }

    private void another(String id) throws IOException {
        var config = TestConfig.of(dir.resolve("a"), store, "id", id);
        new IndexerCore(config, new SimpleMeterRegistry(), IndexerEnvironment.real(config.dataDir()), 1).close();
    }

    @Test
    void membersOfAGroupShareThePartitionsAndTakeOverFromOneThatLeaves() {
        String[] group = {"assignment", "group", "session-timeout", "6s"};
        try (Batches batches = new Batches("logs-" + store);
                TestIndexer first = indexer("a", group);
                FeedClient feedA = first.watch()) {
            batches.send(0, Batches.batch(0, "m", 0, 10));
            batches.send(1, Batches.batch(0, "m", 10, 20));
            Await.until(() -> feedA.rows() == 20, () -> "rows " + feedA.rows());
            TestIndexer second = new TestIndexer(TestConfig.of(dir.resolve("b"), store, group));
            try (FeedClient feedB = second.watch()) {
                Await.until(
                        () -> first.core.status().partitions().size() == 1
                                && second.core.status().partitions().size() == 1
                                && feedA.rows() + feedB.rows() == 20,
                        () -> first.core.status() + " " + second.core.status());
                first.flush();
                second.flush();
                assertEquals(10, feedA.messages().size());
                assertEquals(10, feedB.messages().size());
            } finally {
                second.close();
            }
            Await.until(
                    () -> first.core.status().partitions().size() == 2,
                    () -> first.core.status().toString());
            first.awaitConsuming();
            batches.send(0, Batches.batch(0, "m", 20, 25));
            batches.send(1, Batches.batch(0, "m", 25, 30));
            Await.until(() -> feedA.rows() == 20, () -> "rows " + feedA.rows());
            assertEquals(20, feedA.messages().size(), "its own file and the new rows of both partitions");
        }
    }
}
