package dev.lanelog.query.catalog;

import dev.lanelog.proto.v1.GroupsGrpc;
import dev.lanelog.proto.v1.IndexerInfo;
import dev.lanelog.proto.v1.Range;
import dev.lanelog.proto.v1.ReadChunk;
import dev.lanelog.proto.v1.ReadRequest;
import dev.lanelog.proto.v1.WatchEvent;
import dev.lanelog.proto.v1.Watched;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The connection to one indexer: a watch stream that keeps a {@link WatchedIndexer} up to date, and reads of bytes. A
 * broken stream is opened again with a growing, capped and jittered pause; until then the indexer's state is unknown,
 * because what it retires meanwhile would not be heard of.
 */
final class IndexerLink implements GroupReader, AutoCloseable {
    private static final Logger LOG = Logger.getLogger(IndexerLink.class);
    private static final int WINDOW_BYTES = 8 << 20;
    private static final int MAX_MESSAGE_BYTES = 16 << 20;
    private static final long FIRST_PAUSE_MS = 100;
    /** A read's deadline grows with its size by this rate, so that a slow network is not taken for a dead indexer. */
    private static final long SLOWEST_BYTES_PER_MS = 2_000;

    /**
     * Times of a link.
     *
     * @param reconnectMax longest pause between attempts
     * @param keepAlive silence after which the connection is probed
     * @param readTimeout time for a read of no bytes
     */
    record Timing(Duration reconnectMax, Duration keepAlive, Duration readTimeout) {}

    private final IndexerInfo info;
    private final String watcherId;
    private final WatchedIndexer watched;
    private final Runnable onChange;
    private final ScheduledExecutorService timer;
    private final Timing timing;
    private final ManagedChannel channel;

    // guarded by this
    private @Nullable WatchStream stream;
    private long pauseMs = FIRST_PAUSE_MS;
    private boolean closed;

    IndexerLink(
            IndexerInfo info,
            String watcherId,
            WatchedIndexer watched,
            Runnable onChange,
            ScheduledExecutorService timer,
            Executor callbacks,
            Timing timing) {
        this.info = info;
        this.watcherId = watcherId;
        this.watched = watched;
        this.onChange = onChange;
        this.timer = timer;
        this.timing = timing;
        this.channel = NettyChannelBuilder.forAddress(info.getGrpcHost(), info.getGrpcPort())
                .usePlaintext()
                .executor(callbacks)
                .flowControlWindow(WINDOW_BYTES)
                .maxInboundMessageSize(MAX_MESSAGE_BYTES)
                .keepAliveTime(timing.keepAlive.toMillis(), TimeUnit.MILLISECONDS)
                .keepAliveTimeout(10, TimeUnit.SECONDS)
                .build();
    }

    IndexerInfo info() {
        return info;
    }

    synchronized void connect() {
        if (closed) {
            return;
        }
        watched.reset();
        WatchStream next = new WatchStream();
        stream = next;
        // The channel has a pause of its own, up to two minutes; ours is the shorter one.
        channel.resetConnectBackoff();
        GroupsGrpc.newStub(channel).watch(next);
        next.send(0);
    }

    /** Tells the indexer what is not needed any more, if that grew. */
    void reportReleased() {
        WatchStream current;
        synchronized (this) {
            current = stream;
        }
        if (current != null) {
            current.send(watched.releasedSeq());
        }
    }

    /** One watch call. Callbacks of a call that is not the current one any more are ignored. */
    private final class WatchStream implements ClientResponseObserver<Watched, WatchEvent> {
        private @Nullable ClientCallStreamObserver<Watched> requests;
        private long sentSeq = -1;
        private boolean linked;

        @Override
        public void beforeStart(ClientCallStreamObserver<Watched> requestStream) {
            requests = requestStream;
        }

        synchronized void send(long releasedSeq) {
            ClientCallStreamObserver<Watched> to = requests;
            if (to != null && releasedSeq > sentSeq) {
                sentSeq = releasedSeq;
                to.onNext(Watched.newBuilder()
                        .setWatcherId(watcherId)
                        .setStore(info.getStore())
                        .setReleasedSeq(releasedSeq)
                        .build());
            }
        }

        synchronized void cancel() {
            if (requests != null) {
                requests.cancel("the query-service closes the link", null);
                requests = null;
            }
        }

        @Override
        public void onNext(WatchEvent event) {
            synchronized (IndexerLink.this) {
                if (stream != this) {
                    return;
                }
                watched.apply(event);
                pauseMs = FIRST_PAUSE_MS;
            }
            // Every event of a whole state says ready; only the first one of a call is news.
            if (event.getReady() && !linked) {
                linked = true;
                LOG.infof(
                        "indexer linked indexer=%s address=%s:%d seq=%d",
                        info.getIndexerId(), info.getGrpcHost(), info.getGrpcPort(), event.getSeq());
            }
            onChange.run();
        }

        @Override
        public void onError(Throwable t) {
            broken(this, Status.fromThrowable(t).toString());
        }

        @Override
        public void onCompleted() {
            broken(this, "ended by the indexer");
        }
    }

    private void broken(WatchStream which, String reason) {
        long pause;
        synchronized (this) {
            if (stream != which || closed) {
                return;
            }
            synchronized (which) {
                which.requests = null;
            }
            stream = null;
            watched.reset();
            pause = pauseMs / 2 + ThreadLocalRandom.current().nextLong(pauseMs / 2 + 1);
            pauseMs = Math.min(pauseMs * 2, Math.max(FIRST_PAUSE_MS, timing.reconnectMax.toMillis()));
        }
        LOG.warnf(
                "indexer link broken indexer=%s address=%s:%d retryMs=%d reason=\"%s\"",
                info.getIndexerId(), info.getGrpcHost(), info.getGrpcPort(), pause, reason);
        onChange.run();
        try {
            var unused = timer.schedule(this::connect, pause, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debugf(e, "not reconnecting to %s: the service stops", info.getIndexerId());
        }
    }

    @Override
    public void read(String id, long[] offsets, MemorySegment[] targets, Listener listener) {
        ReadRequest.Builder request = ReadRequest.newBuilder().setId(id);
        long bytes = 0;
        for (int i = 0; i < offsets.length; i++) {
            request.addRanges(Range.newBuilder().setOffset(offsets[i]).setLength((int) targets[i].byteSize()));
            bytes += targets[i].byteSize();
        }
        long deadlineMs = timing.readTimeout.toMillis() + bytes / SLOWEST_BYTES_PER_MS;
        GroupsGrpc.newStub(channel)
                .withDeadlineAfter(deadlineMs, TimeUnit.MILLISECONDS)
                .read(request.build(), new ReadCall(targets, listener));
    }

    /** One read call; asks for the next message when it has stored the last. */
    private final class ReadCall implements ClientResponseObserver<ReadRequest, ReadChunk> {
        private final MemorySegment[] targets;
        private final long[] filled;
        private final Listener listener;
        private int rangesLeft;
        private @Nullable ClientCallStreamObserver<ReadRequest> call;

        ReadCall(MemorySegment[] targets, Listener listener) {
            // A copy: the listener drops its references as ranges are done.
            this.targets = targets.clone();
            this.filled = new long[targets.length];
            this.rangesLeft = targets.length;
            this.listener = listener;
        }

        @Override
        public void beforeStart(ClientCallStreamObserver<ReadRequest> requestStream) {
            call = requestStream;
            requestStream.disableAutoRequestWithInitial(1);
        }

        @Override
        public void onNext(ReadChunk chunk) {
            int range = chunk.getRange();
            int length = chunk.getData().size();
            if (range < 0
                    || range >= targets.length
                    || chunk.getOffset() != filled[range]
                    || length > targets[range].byteSize() - filled[range]) {
                fail(new IOException("indexer " + info.getIndexerId() + " sent bytes that were not asked for: range "
                        + range + " offset " + chunk.getOffset() + " length " + length));
                return;
            }
            chunk.getData().copyTo(targets[range].asSlice(filled[range], length).asByteBuffer());
            filled[range] += length;
            if (filled[range] == targets[range].byteSize()) {
                rangesLeft--;
                listener.rangeRead(range);
            }
            ClientCallStreamObserver<ReadRequest> current = call;
            if (current != null) {
                current.request(1);
            }
        }

        private void fail(IOException cause) {
            listener.failed(cause);
            ClientCallStreamObserver<ReadRequest> current = call;
            if (current != null) {
                current.cancel(cause.getMessage(), cause);
            }
        }

        @Override
        public void onError(Throwable t) {
            Status status = Status.fromThrowable(t);
            listener.failed(new IOException(
                    "indexer " + info.getIndexerId() + " at " + info.getGrpcHost() + ':' + info.getGrpcPort() + ": "
                            + status.getCode()
                            + (status.getDescription() == null ? "" : ": " + status.getDescription()),
                    t));
        }

        @Override
        public void onCompleted() {
            if (rangesLeft > 0) {
                listener.failed(new IOException("indexer " + info.getIndexerId() + " ended a read early, " + rangesLeft
                        + " of " + targets.length + " ranges missing"));
            }
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            WatchStream current = stream;
            stream = null;
            if (current != null) {
                current.cancel();
            }
        }
        channel.shutdown();
        // Reads that run get a moment; then they end with an error.
        var unused = timer.schedule(channel::shutdownNow, timing.readTimeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Ends all calls now. */
    void closeNow() {
        close();
        channel.shutdownNow();
    }
}
