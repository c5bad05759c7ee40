package dev.lanelog.indexer.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.lanelog.proto.v1.HeadChunk;
import dev.lanelog.proto.v1.HeldFile;
import dev.lanelog.proto.v1.PartitionChange;
import dev.lanelog.proto.v1.WatchEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What watchers see and how long removed bytes stay. */
class FeedTest {
    private static final Runnable NO_WAKE = () -> {};

    private final AtomicLong clock = new AtomicLong();
    private final Feed feed = new Feed(3, Duration.ofSeconds(60), 1000, clock::get);

    /** Bytes that remember what became of them. */
    private static final class Bytes extends Held {
        private final long heap;
        boolean retired;
        boolean released;

        Bytes(String id, long heap) {
            super(id);
            this.heap = heap;
        }

        @Override
        public long size() {
            return 100;
        }

        @Override
        public long heapBytes() {
            return heap;
        }

        @Override
        public ByteString slice(long offset, int length) {
            return ByteString.copyFrom(new byte[length]);
        }

        @Override
        protected void release() {
            released = true;
        }

        @Override
        protected void markRetired() {
            retired = true;
        }
    }

    private static PartitionChange.Builder change() {
        return PartitionChange.newBuilder().setPartition(0).setOwner(true);
    }

    private Bytes addFile(String id) {
        Bytes file = new Bytes(id, 0);
        feed.publish(
                List.of(change().addAddFiles(HeldFile.newBuilder().setFileId(id))
                        .build()),
                List.of(file),
                List.of());
        return file;
    }

    private Bytes addChunk(String id, long heap) {
        Bytes chunk = new Bytes(id, heap);
        feed.publish(
                List.of(change().addAddChunks(HeadChunk.newBuilder().setChunkId(id))
                        .build()),
                List.of(chunk),
                List.of());
        return chunk;
    }

    private void removeFile(Bytes file) {
        feed.publish(List.of(change().addRemoveFiles(file.id()).build()), List.of(), List.of(file));
    }

    private void removeChunk(Bytes chunk) {
        feed.publish(List.of(change().addRemoveChunks(chunk.id()).build()), List.of(), List.of(chunk));
    }

    private static List<WatchEvent> drain(Watcher watcher) {
        List<WatchEvent> events = new ArrayList<>();
        for (WatchEvent e = watcher.poll(); e != null; e = watcher.poll()) {
            events.add(e);
        }
        return events;
    }

    @Test
    void aWatcherGetsTheWholeStateThenReadyThenEveryChangeWithAscendingNumbers() {
        addFile("a");
        addChunk("c", 10);
        Watcher watcher = feed.watch("w", 0, NO_WAKE);
        List<WatchEvent> state = drain(watcher);
        assertEquals(2, state.size());
        assertTrue(state.getFirst().getChanges(0).getReset());
        assertEquals(1, state.getFirst().getChanges(0).getAddFilesCount());
        assertEquals(1, state.getFirst().getChanges(0).getAddChunksCount());
        assertFalse(state.getFirst().getReady());
        assertTrue(state.getLast().getReady());
        addFile("b");
        List<WatchEvent> changes = drain(watcher);
        assertEquals("b", changes.getFirst().getChanges(0).getAddFiles(0).getFileId());
        assertFalse(changes.getFirst().getChanges(0).getReset());
        assertTrue(changes.getFirst().getSeq() > state.getLast().getSeq());
    }

    @Test
    void aLargeStateIsSentInSeveralEventsThatAddUp() {
        for (int i = 0; i < 10_000; i++) {
            addFile("f" + i);
        }
        List<WatchEvent> state = drain(feed.watch("w", 0, NO_WAKE));
        assertTrue(state.size() > 3, "events " + state.size());
        int files = 0;
        for (WatchEvent e : state) {
            files += e.getChangesList().stream()
                    .mapToInt(PartitionChange::getAddFilesCount)
                    .sum();
            assertTrue(e.getSerializedSize() < 1 << 20);
        }
        assertEquals(10_000, files);
        assertEquals(
                1,
                state.stream()
                        .flatMap(e -> e.getChangesList().stream())
                        .filter(PartitionChange::getReset)
                        .count());
    }

    @Test
    void aWatcherThatDoesNotTakeItsEventsIsMarkedAndHoldsNoMore() {
        Watcher slow = feed.watch("slow", 0, NO_WAKE);
        Watcher quick = feed.watch("quick", 0, NO_WAKE);
        drain(slow);
        for (int i = 0; i < 5; i++) {
            addFile("f" + i);
            drain(quick);
        }
        assertTrue(slow.isLagging());
        assertTrue(slow.isEmpty());
        assertFalse(quick.isLagging());
    }

    @Test
    void aRemovedFileStaysUntilEveryWatcherReleasedItsEvent() {
        Bytes file = addFile("a");
        Watcher one = feed.watch("one", feed.seq(), NO_WAKE);
        Watcher two = feed.watch("two", feed.seq(), NO_WAKE);
        removeFile(file);
        assertFalse(file.released);
        feed.release(one, feed.seq());
        assertFalse(file.released);
        pinned(feed.pin("a")).unpin();
        feed.release(two, feed.seq());
        assertTrue(file.released);
        assertTrue(file.retired, "and is deleted from disk");
        assertNull(feed.pin("a"));
    }

    private static Held pinned(@Nullable Held held) {
        if (held == null) {
            throw new AssertionError("it is gone");
        }
        return held;
    }

    @Test
    void aReaderKeepsARetiredFileUntilItIsDone() {
        Bytes file = addFile("a");
        Held reader = pinned(feed.pin("a"));
        removeFile(file);
        assertNull(feed.pin("a"), "nobody new gets it");
        assertFalse(file.released);
        reader.unpin();
        assertTrue(file.released);
    }

    @Test
    void theLongestQueryTimeEndsAnyWait() {
        Bytes file = addFile("a");
        Watcher dead = feed.watch("dead", 0, NO_WAKE);
        drain(dead);
        removeFile(file);
        clock.addAndGet(Duration.ofSeconds(59).toNanos());
        feed.reclaim();
        assertFalse(file.released);
        clock.addAndGet(Duration.ofSeconds(2).toNanos());
        feed.reclaim();
        assertTrue(file.released);
    }

    @Test
    void aWatcherThatLostItsConnectionStillPinsUntilItIsBack() {
        Bytes file = addFile("a");
        long seen = feed.seq();
        Watcher before = feed.watch("w", seen, NO_WAKE);
        removeFile(file);
        feed.leave(before);
        feed.reclaim();
        assertFalse(file.released, "its queries may go on");
        Watcher after = feed.watch("w", seen, NO_WAKE);
        feed.reclaim();
        assertFalse(file.released);
        feed.release(after, feed.seq());
        assertTrue(file.released);
    }

    @Test
    void removedChunksAreBoundedByBytesWhoeverStillWantsThem() {
        feed.watch("w", 0, NO_WAKE);
        Bytes first = addChunk("c1", 600);
        Bytes second = addChunk("c2", 600);
        removeChunk(first);
        assertFalse(first.released);
        removeChunk(second);
        assertTrue(first.released, "the oldest goes first");
        assertFalse(second.released);
        assertEquals(600, feed.retiredHeapBytes());
    }

    @Test
    void closingKeepsLiveFilesOnDiskAndDeletesRetiredOnes() {
        feed.watch("w", 0, NO_WAKE);
        Bytes live = addFile("live");
        Bytes old = addFile("old");
        removeFile(old);
        feed.close();
        assertTrue(live.released);
        assertFalse(live.retired);
        assertTrue(old.retired);
    }
}
