package dev.lanelog.query.catalog;

import com.google.protobuf.ByteString;
import dev.lanelog.proto.v1.GroupsGrpc;
import dev.lanelog.proto.v1.HeadChunk;
import dev.lanelog.proto.v1.HeldFile;
import dev.lanelog.proto.v1.IndexerInfo;
import dev.lanelog.proto.v1.LiveFile;
import dev.lanelog.proto.v1.PartitionChange;
import dev.lanelog.proto.v1.Range;
import dev.lanelog.proto.v1.ReadChunk;
import dev.lanelog.proto.v1.ReadRequest;
import dev.lanelog.proto.v1.WatchEvent;
import dev.lanelog.proto.v1.Watched;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.NullUnmarked;

/** A server that speaks {@code Groups} as an indexer does, for groups and states that a test gives it. */
@NullUnmarked
public final class FakeIndexer implements AutoCloseable {
    public static final String STORE = "main";
    private static final int MESSAGE_BYTES = 64 << 10;

    private final String id;
    private final int port;
    private final Map<String, byte[]> groups = new ConcurrentHashMap<>();
    private final Map<Integer, PartitionChange> state = new ConcurrentHashMap<>();
    private final List<StreamObserver<WatchEvent>> watchers = new ArrayList<>();
    private final AtomicLong seq = new AtomicLong();
    public final AtomicLong releasedSeq = new AtomicLong(-1);
    public final AtomicInteger reads = new AtomicInteger();
    public final AtomicInteger watches = new AtomicInteger();
    /** While it is there, reads wait for it. */
    public volatile CountDownLatch gate = new CountDownLatch(0);

    private Server server;

    /**
     * @param port 0 for any
     */
    public FakeIndexer(String id, int port) throws IOException {
        this.id = id;
        this.server = start(port);
        this.port = server.getPort();
    }

    private Server start(int onPort) throws IOException {
        // Not a BindableService: Quarkus would take it for one of the application's own.
        return NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", onPort))
                .addService(ServerServiceDefinition.builder(GroupsGrpc.getServiceDescriptor())
                        .addMethod(GroupsGrpc.getWatchMethod(), ServerCalls.asyncBidiStreamingCall(this::watch))
                        .addMethod(GroupsGrpc.getReadMethod(), ServerCalls.asyncServerStreamingCall(this::read))
                        .build())
                .build()
                .start();
    }

    public IndexerInfo info() {
        return IndexerInfo.newBuilder()
                .setIndexerId(id)
                .setStore(STORE)
                .setGrpcHost("127.0.0.1")
                .setGrpcPort(port)
                .build();
    }

    private StreamObserver<Watched> watch(StreamObserver<WatchEvent> events) {
        watches.incrementAndGet();
        synchronized (watchers) {
            WatchEvent.Builder all = WatchEvent.newBuilder().setSeq(seq.incrementAndGet());
            state.values().forEach(change -> all.addChanges(change.toBuilder().setReset(true)));
            events.onNext(all.build());
            events.onNext(WatchEvent.newBuilder()
                    .setSeq(seq.incrementAndGet())
                    .setReady(true)
                    .build());
            watchers.add(events);
        }
        return new StreamObserver<>() {
            @Override
            public void onNext(Watched watched) {
                releasedSeq.accumulateAndGet(watched.getReleasedSeq(), Math::max);
            }

            @Override
            public void onError(Throwable t) {
                forget();
            }

            @Override
            public void onCompleted() {
                forget();
            }

            private void forget() {
                synchronized (watchers) {
                    watchers.remove(events);
                }
            }
        };
    }

    private void read(ReadRequest request, StreamObserver<ReadChunk> chunks) {
        reads.incrementAndGet();
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        byte[] bytes = groups.get(request.getId());
        if (bytes == null) {
            chunks.onError(Status.NOT_FOUND
                    .withDescription("no group " + request.getId())
                    .asRuntimeException());
            return;
        }
        for (int r = 0; r < request.getRangesCount(); r++) {
            Range range = request.getRanges(r);
            if (range.getOffset() + range.getLength() > bytes.length) {
                chunks.onError(Status.OUT_OF_RANGE.asRuntimeException());
                return;
            }
            for (int at = 0; at < range.getLength(); at += MESSAGE_BYTES) {
                int length = Math.min(MESSAGE_BYTES, range.getLength() - at);
                chunks.onNext(ReadChunk.newBuilder()
                        .setRange(r)
                        .setOffset(at)
                        .setData(ByteString.copyFrom(bytes, (int) range.getOffset() + at, length))
                        .build());
            }
        }
        chunks.onCompleted();
    }

    /** Makes bytes readable under an id. */
    public void hold(String groupId, byte[] bytes) {
        groups.put(groupId, bytes);
    }

    /** The bytes of a group that are served, to damage them. */
    public byte[] bytes(String groupId) {
        return groups.get(groupId);
    }

    /** Takes a change into the state and tells the watchers; the change must hold the whole state of its partition. */
    public void become(PartitionChange whole) {
        synchronized (watchers) {
            state.put(whole.getPartition(), whole);
            WatchEvent event = WatchEvent.newBuilder()
                    .setSeq(seq.incrementAndGet())
                    .addChanges(whole.toBuilder().setReset(true))
                    .build();
            watchers.forEach(watcher -> watcher.onNext(event));
        }
    }

    /** Owns a partition with one head chunk of these rows. */
    public void ownHead(
            int partition, long generation, String chunkId, byte[] chunk, int rows, long minNs, long maxNs) {
        hold(chunkId, chunk);
        become(PartitionChange.newBuilder()
                .setPartition(partition)
                .setOwner(true)
                .setOwnerGeneration(generation)
                .setTopicId("t")
                .setNextOffset(0)
                .setHeadEnd(1)
                .addAddChunks(HeadChunk.newBuilder()
                        .setChunkId(chunkId)
                        .setBytes(chunk.length)
                        .setRows(rows)
                        .setMinTimeNs(minNs)
                        .setMaxTimeNs(maxNs)
                        .setFromOffset(0)
                        .setToOffset(1))
                .build());
    }

    /** Owns a partition with one file of these rows. */
    public void ownFile(int partition, long generation, String fileId, byte[] file, int rows, long minNs, long maxNs) {
        hold(fileId, file);
        become(PartitionChange.newBuilder()
                .setPartition(partition)
                .setOwner(true)
                .setOwnerGeneration(generation)
                .setTopicId("t")
                .setNextOffset(1)
                .setHeadEnd(1)
                .addAddFiles(HeldFile.newBuilder()
                        .setFileId(fileId)
                        .setBytes(file.length)
                        .setRows(rows)
                        .setMinTimeNs(minNs)
                        .setMaxTimeNs(maxNs)
                        .setFromOffset(0)
                        .setToOffset(1))
                .addAddLive(LiveFile.newBuilder().setFileId(fileId).setIndexerId(id))
                .build());
    }

    /** As if killed. */
    public void stop() throws InterruptedException {
        synchronized (watchers) {
            watchers.clear();
        }
        server.shutdownNow().awaitTermination();
    }

    /** Back on the same port. */
    public void restart() throws IOException {
        server = start(port);
    }

    @Override
    public void close() {
        server.shutdownNow();
    }
}
