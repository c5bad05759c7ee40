package dev.lanelog.indexer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.lanelog.indexer.consume.PauseReason;
import dev.lanelog.indexer.kit.Await;
import dev.lanelog.indexer.kit.Batches;
import dev.lanelog.indexer.kit.FaultDisk;
import dev.lanelog.indexer.kit.FaultDisk.Fault;
import dev.lanelog.indexer.kit.FeedClient;
import dev.lanelog.indexer.kit.GroupFilesOnDisk;
import dev.lanelog.indexer.kit.TestConfig;
import dev.lanelog.indexer.kit.TestIndexer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that fails costs no row and no query. */
class DiskFaultTest {
    @TempDir
    Path dir;

    private final String store = "t" + UUID.randomUUID().toString().substring(0, 8);
    private final FaultDisk disk = new FaultDisk();
    private final AtomicLong free = new AtomicLong(1L << 40);

    private TestIndexer indexer(String... settings) {
        return new TestIndexer(
                        TestConfig.of(dir, store, settings),
                        new IndexerEnvironment(disk, InstantSource.system(), System::nanoTime, free::get))
                .awaitConsuming();
    }

    private List<String> groupFiles() throws IOException {
        return GroupFilesOnDisk.below(dir.resolve("groups"), "").stream()
                .map(f -> f.getFileName().toString())
                .toList();
    }

    @Test
    void aFlushThatFailsAnywhereIsTriedAgainAndRowsStayVisible() throws IOException {
        try (TestIndexer indexer = indexer();
                Batches batches = new Batches("logs-" + store);
                FeedClient feed = indexer.watch()) {
            int sent = 0;
            for (Fault fault :
                    new Fault[] {Fault.CREATE, Fault.WRITE, Fault.FSYNC, Fault.RENAME, Fault.FSYNC_DIRECTORY}) {
                batches.send(0, Batches.batch(0, "m", sent, sent + 10));
                sent += 10;
                int rows = sent;
                int filesBefore = feed.files().size();
                disk.fail(fault);
                int failuresBefore = disk.failures();
                var flush = indexer.core.forceFlush();
                Await.until(() -> disk.failures() > failuresBefore + 1, () -> fault + " was not tried twice");
                Await.until(() -> feed.rows() == rows, () -> fault + ": rows " + feed.rows());
                assertEquals(rows, feed.messages().size(), "readable while " + fault + " fails");
                assertEquals(filesBefore, feed.files().size());
                disk.fail(Fault.NONE);
                TestIndexer.get(flush);
                Await.until(() -> feed.chunks().isEmpty(), () -> feed.chunks().toString());
                assertEquals(rows, feed.messages().size(), "after " + fault);
            }
            assertEquals(5, feed.files().size());
            assertEquals(5, groupFiles().size(), "failed attempts leave nothing: " + groupFiles());
            assertEquals(List.of(), feed.violations());
        }
    }

    @Test
    void aFullDiskStopsConsumingAndGoesOnServing() {
        try (TestIndexer indexer = indexer("min-free-disk", "1M");
                Batches batches = new Batches("logs-" + store);
                FeedClient feed = indexer.watch()) {
            batches.send(0, Batches.batch(0, "m", 0, 10));
            Await.until(() -> feed.rows() == 10, () -> "rows " + feed.rows());
            indexer.flush();
            free.set(1000);
            Await.until(
                    () -> indexer.partition(0).pause() == PauseReason.DISK_FULL,
                    () -> indexer.core.status().toString());
            batches.send(0, Batches.batch(0, "m", 10, 20));
            assertEquals(10, feed.messages().size());
            // Nothing is consumed while it lasts: the end of the log is known, the position stays.
            Await.until(
                    () -> indexer.partition(0).lag() == 1,
                    () -> indexer.core.status().toString());
            assertEquals(10, feed.rows());
            free.set(1L << 40);
            Await.until(() -> feed.rows() == 20, () -> "rows " + feed.rows());
            assertEquals(PauseReason.NONE, indexer.partition(0).pause());
        }
    }

    @Test
    void headsThatMayNotGrowPauseConsumingUntilAFlushWorks() {
        try (TestIndexer indexer = indexer("head.max-bytes", "20K");
                Batches batches = new Batches("logs-" + store);
                FeedClient feed = indexer.watch()) {
            disk.fail(Fault.WRITE);
            for (int i = 0; i < 20; i++) {
                batches.send(0, Batches.batch(0, "message of some length ", i * 200, i * 200 + 200));
            }
            Await.until(
                    () -> indexer.partition(0).pause() == PauseReason.HEAD_FULL,
                    () -> indexer.core.status().toString());
            disk.fail(Fault.NONE);
            Await.until(() -> feed.rows() == 4000, () -> "rows " + feed.rows());
            assertEquals(4000, feed.messages().size());
        }
    }
}
