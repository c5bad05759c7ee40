package dev.lanelog.indexer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.lanelog.indexer.kit.Await;
import dev.lanelog.indexer.kit.Batches;
import dev.lanelog.indexer.kit.FeedClient;
import dev.lanelog.indexer.kit.GroupFilesOnDisk;
import dev.lanelog.indexer.kit.TestConfig;
import dev.lanelog.indexer.kit.TestIndexer;
import dev.lanelog.proto.v1.HeldFile;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Merges keep every row, and what they replace stays readable for those who still read it. */
class MergeTest {
    @TempDir
    Path dir;

    private final String store = "t" + UUID.randomUUID().toString().substring(0, 8);

    private long groupFiles() throws IOException {
        return GroupFilesOnDisk.below(dir.resolve("groups"), ".group").size();
    }

    @Test
    void eightSmallFilesBecomeOneWithTheSameRows() throws IOException {
        try (TestIndexer indexer = new TestIndexer(TestConfig.of(dir, store)).awaitConsuming();
                Batches batches = new Batches("logs-" + store);
                FeedClient feed = indexer.watch()) {
            for (int i = 0; i < 8; i++) {
                batches.send(0, Batches.batch(0, "m", i * 10, i * 10 + 10));
                indexer.flush();
            }
            Await.until(() -> feed.files().size() == 1, () -> feed.files().size() + " files");
            assertEquals(80, feed.messages().size());
            HeldFile merged = feed.files().getFirst();
            assertEquals(0, merged.getFromOffset());
            assertEquals(8, merged.getToOffset());
            assertEquals(1.0, indexer.counter("merges"));
            assertEquals(List.of(), feed.violations());
            feed.release(feed.seq());
            Await.until(() -> groupFiles() == 1, () -> "replaced files stay on disk");
        }
        try (TestIndexer indexer = new TestIndexer(TestConfig.of(dir, store)).awaitConsuming();
                FeedClient feed = indexer.watch()) {
            assertEquals(80, feed.messages().size());
        }
    }

    @Test
    void replacedFilesAndChunksStayReadableUntilTheWatcherReleasesThem() throws IOException {
        try (TestIndexer indexer = new TestIndexer(TestConfig.of(dir, store)).awaitConsuming();
                Batches batches = new Batches("logs-" + store);
                FeedClient feed = indexer.watch()) {
            batches.send(0, Batches.batch(0, "m", 0, 10));
            Await.until(() -> feed.chunks().size() == 1, () -> feed.chunks().toString());
            String chunk = feed.chunks().getFirst().getChunkId();
            int chunkBytes = (int) feed.chunks().getFirst().getBytes();
            indexer.flush();
            batches.send(0, Batches.batch(0, "m", 10, 20));
            indexer.flush();
            Await.until(() -> feed.files().size() == 2, () -> feed.files().toString());
            HeldFile old = feed.files().getFirst();
            TestIndexer.get(indexer.core.forceMerge());
            Await.until(() -> feed.files().size() == 1, () -> feed.files().toString());
            assertEquals(
                    10,
                    FeedClient.messages("old", feed.read(old.getFileId(), 0, (int) old.getBytes()))
                            .size());
            assertEquals(
                    10,
                    FeedClient.messages("old", feed.read(chunk, 0, chunkBytes)).size());
            feed.release(feed.seq());
            Await.until(() -> groupFiles() == 1, () -> "replaced files stay on disk");
            for (String id : List.of(old.getFileId(), chunk)) {
                StatusRuntimeException gone = assertThrows(StatusRuntimeException.class, () -> feed.read(id, 0, 10));
                assertEquals(Status.Code.NOT_FOUND, gone.getStatus().getCode());
            }
            HeldFile merged = feed.files().getFirst();
            StatusRuntimeException range = assertThrows(
                    StatusRuntimeException.class, () -> feed.read(merged.getFileId(), 1, (int) merged.getBytes()));
            assertEquals(Status.Code.OUT_OF_RANGE, range.getStatus().getCode());
        }
    }

    @Test
    void aTenantsDayThatIsLargeEnoughGetsAFileOfItsOwn() {
        try (TestIndexer indexer =
                        new TestIndexer(TestConfig.of(dir, store, "merge.split-rows", "1000")).awaitConsuming();
                Batches batches = new Batches("logs-" + store);
                FeedClient feed = indexer.watch()) {
            for (int i = 0; i < 2; i++) {
                batches.send(0, Batches.batch(1, "large", i * 600, i * 600 + 600));
                batches.send(0, Batches.batch(2, "small", i * 10, i * 10 + 10));
                batches.send(0, Batches.batch(3, "tiny", i * 10, i * 10 + 10));
                indexer.flush();
            }
            TestIndexer.get(indexer.core.forceMerge());
            Await.until(
                    () -> feed.files().stream()
                            .map(HeldFile::getRows)
                            .sorted()
                            .toList()
                            .equals(List.of(40L, 1200L)),
                    () -> feed.files().toString());
            assertEquals(1240, feed.messages().size());
        }
    }

    @Test
    void smallChunksAreMergedInMemoryAndNeverShowAGap() {
        try (TestIndexer indexer = new TestIndexer(
                                TestConfig.of(dir, store, "head.chunk-interval", "1ms", "head.merge-factor", "4"))
                        .awaitConsuming();
                Batches batches = new Batches("logs-" + store);
                FeedClient feed = indexer.watch()) {
            for (int i = 0; i < 20; i++) {
                batches.send(0, Batches.batch(0, "m", i * 5, i * 5 + 5));
                int rows = (i + 1) * 5;
                Await.until(() -> feed.rows() == rows, () -> "rows " + feed.rows());
            }
            Await.until(() -> feed.chunks().size() < 10, () -> feed.chunks().size() + " chunks");
            assertTrue(indexer.counter("chunk_merges") >= 4);
            assertEquals(100, feed.messages().size());
            indexer.flush();
            assertEquals(100, feed.rows());
            assertEquals(List.of(), feed.violations());
        }
    }
}
