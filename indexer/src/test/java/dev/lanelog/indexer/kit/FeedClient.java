package dev.lanelog.indexer.kit;

import com.google.protobuf.ByteString;
import dev.lanelog.columnar.column.Column;
import dev.lanelog.columnar.column.ValueBuffer;
import dev.lanelog.columnar.group.Group;
import dev.lanelog.columnar.group.Slice;
import dev.lanelog.columnar.io.ArrayByteSource;
import dev.lanelog.columnar.kernel.Bitmap;
import dev.lanelog.proto.v1.GroupsGrpc;
import dev.lanelog.proto.v1.HeadChunk;
import dev.lanelog.proto.v1.HeldFile;
import dev.lanelog.proto.v1.LiveFile;
import dev.lanelog.proto.v1.PartitionChange;
import dev.lanelog.proto.v1.Range;
import dev.lanelog.proto.v1.ReadChunk;
import dev.lanelog.proto.v1.ReadRequest;
import dev.lanelog.proto.v1.WatchEvent;
import dev.lanelog.proto.v1.Watched;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A watcher over gRPC that applies changes as the contract says and reads rows back. */
public final class FeedClient implements AutoCloseable {
    private final ManagedChannel channel;
    private final Map<Integer, State> partitions = new TreeMap<>();
    private final StreamObserver<Watched> up;
    private final List<String> violations = new ArrayList<>();
    private final String store;
    private long seq;
    private boolean ready;
    private @Nullable Throwable error;

    /** A partition as the watcher knows it. */
    public static final class State {
        public PartitionChange last = PartitionChange.getDefaultInstance();
        public final Map<String, HeldFile> files = new LinkedHashMap<>();
        public final Map<String, HeadChunk> chunks = new LinkedHashMap<>();
        public final Map<String, LiveFile> live = new LinkedHashMap<>();
    }

    public FeedClient(int port, String store, String watcherId) {
        this.store = store;
        channel = NettyChannelBuilder.forAddress("127.0.0.1", port)
                .usePlaintext()
                .flowControlWindow(8 << 20)
                .build();
        up = GroupsGrpc.newStub(channel).watch(new StreamObserver<>() {
            @Override
            public void onNext(WatchEvent event) {
                apply(event);
            }

            @Override
            public void onError(Throwable t) {
                synchronized (FeedClient.this) {
                    error = t;
                }
            }

            @Override
            public void onCompleted() {
                // The test ended.
            }
        });
        up.onNext(Watched.newBuilder().setWatcherId(watcherId).setStore(store).build());
    }

    private synchronized void apply(WatchEvent event) {
        if (event.getSeq() <= seq) {
            violations.add("seq " + event.getSeq() + " after " + seq);
        }
        seq = event.getSeq();
        ready |= event.getReady();
        for (PartitionChange c : event.getChangesList()) {
            if (c.getGone()) {
                partitions.remove(c.getPartition());
                continue;
            }
            State s = partitions.computeIfAbsent(c.getPartition(), p -> new State());
            if (c.getReset()) {
                s.files.clear();
                s.chunks.clear();
                s.live.clear();
            }
            c.getRemoveFilesList().forEach(s.files::remove);
            c.getRemoveChunksList().forEach(s.chunks::remove);
            c.getRemoveLiveList().forEach(s.live::remove);
            c.getAddFilesList().forEach(f -> s.files.put(f.getFileId(), f));
            c.getAddChunksList().forEach(x -> s.chunks.put(x.getChunkId(), x));
            c.getAddLiveList().forEach(l -> s.live.put(l.getFileId(), l));
            s.last = c;
            if (ready && c.getOwner()) {
                check(s);
            }
        }
    }

    /** Chunks cover [next_offset, head_end) without gap or overlap, after every single event. */
    private void check(State s) {
        long at = s.last.getNextOffset();
        List<HeadChunk> sorted = new ArrayList<>(s.chunks.values());
        sorted.sort((a, b) -> Long.compare(a.getFromOffset(), b.getFromOffset()));
        for (HeadChunk c : sorted) {
            if (c.getFromOffset() != at) {
                violations.add("partition " + s.last.getPartition() + ": chunk from " + c.getFromOffset()
                        + ", expected " + at);
            }
            at = c.getToOffset();
        }
        if (at != s.last.getHeadEnd()) {
            violations.add("partition " + s.last.getPartition() + ": chunks end at " + at + ", head_end is "
                    + s.last.getHeadEnd());
        }
    }

    public synchronized boolean isReady() {
        return ready;
    }

    public synchronized long seq() {
        return seq;
    }

    public synchronized @Nullable Throwable error() {
        return error;
    }

    public synchronized List<String> violations() {
        return List.copyOf(violations);
    }

    /** Nothing older than this sequence number is pinned by the watcher. */
    public void release(long released) {
        up.onNext(Watched.newBuilder().setStore(store).setReleasedSeq(released).build());
    }

    public synchronized List<HeldFile> files() {
        List<HeldFile> out = new ArrayList<>();
        partitions.values().forEach(s -> out.addAll(s.files.values()));
        return out;
    }

    public synchronized List<HeadChunk> chunks() {
        List<HeadChunk> out = new ArrayList<>();
        partitions.values().forEach(s -> out.addAll(s.chunks.values()));
        return out;
    }

    public synchronized List<LiveFile> live() {
        List<LiveFile> out = new ArrayList<>();
        partitions.values().forEach(s -> out.addAll(s.live.values()));
        return out;
    }

    /** The last change of a partition; an empty one when there was none. */
    public synchronized PartitionChange last(int partition) {
        State s = partitions.get(partition);
        return s == null ? PartitionChange.getDefaultInstance() : s.last;
    }

    /** Rows that the feed counts, in files and chunks. */
    public synchronized long rows() {
        long rows = 0;
        for (State s : partitions.values()) {
            for (HeldFile f : s.files.values()) {
                rows += f.getRows();
            }
            for (HeadChunk c : s.chunks.values()) {
                rows += c.getRows();
            }
        }
        return rows;
    }

    /** All messages, read over gRPC from files and chunks, sorted. */
    public List<String> messages() {
        Map<String, Long> sizes = new LinkedHashMap<>();
        synchronized (this) {
            for (State s : partitions.values()) {
                s.files.values().forEach(f -> sizes.put(f.getFileId(), f.getBytes()));
                s.chunks.values().forEach(c -> sizes.put(c.getChunkId(), c.getBytes()));
            }
        }
        List<String> out = new ArrayList<>();
        sizes.forEach((id, size) -> out.addAll(messages(id, read(id, 0, Math.toIntExact(size)))));
        out.sort(null);
        return out;
    }

    /** Bytes of a file or chunk. */
    public byte[] read(String id, long offset, int length) {
        Iterator<ReadChunk> chunks = GroupsGrpc.newBlockingStub(channel)
                .read(ReadRequest.newBuilder()
                        .setId(id)
                        .addRanges(Range.newBuilder().setOffset(offset).setLength(length))
                        .build());
        ByteArrayOutputStream out = new ByteArrayOutputStream(length);
        while (chunks.hasNext()) {
            ByteString data = chunks.next().getData();
            out.writeBytes(data.toByteArray());
        }
        return out.toByteArray();
    }

    public ManagedChannel channel() {
        return channel;
    }

    /** The messages of a group. */
    public static List<String> messages(String name, byte[] group) {
        List<String> out = new ArrayList<>();
        try {
            for (Slice slice : Group.open(new ArrayByteSource(name, group)).slices()) {
                Column column = slice.column("_msg");
                if (column == null) {
                    throw new AssertionError("no _msg in " + name);
                }
                for (int page = 0; page < slice.pageCount(); page++) {
                    Bitmap all = new Bitmap(slice.rowsInPage(page));
                    all.setAll();
                    ValueBuffer values = new ValueBuffer();
                    column.page(page).append(all, values);
                    for (int i = 0; i < values.count; i++) {
                        out.add(new String(values.get(i), StandardCharsets.UTF_8));
                    }
                }
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return out;
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }
}
