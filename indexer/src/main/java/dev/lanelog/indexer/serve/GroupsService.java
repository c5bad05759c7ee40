package dev.lanelog.indexer.serve;

import dev.lanelog.proto.v1.GroupsGrpc;
import dev.lanelog.proto.v1.Range;
import dev.lanelog.proto.v1.ReadChunk;
import dev.lanelog.proto.v1.ReadRequest;
import dev.lanelog.proto.v1.WatchEvent;
import dev.lanelog.proto.v1.Watched;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.quarkus.grpc.GrpcService;
import jakarta.inject.Inject;

/**
 * The gRPC service {@code Groups}. Written against grpc-java's stream observers, whose {@code isReady} is the transport's
 * own demand.
 */
@GrpcService
public class GroupsService extends GroupsGrpc.GroupsImplBase {
    private final GroupsBackend backend;

    @Inject
    public GroupsService(GroupsBackend backend) {
        this.backend = backend;
    }

    @Override
    public StreamObserver<Watched> watch(StreamObserver<WatchEvent> out) {
        Feed feed = backend.feed();
        if (feed == null) {
            out.onError(notRunning());
            return new IgnoringObserver<>();
        }
        return new WatchCall(feed, backend.store(), backend.senders(), (ServerCallStreamObserver<WatchEvent>) out);
    }

    @Override
    public void read(ReadRequest request, StreamObserver<ReadChunk> out) {
        Feed feed = backend.feed();
        if (feed == null) {
            out.onError(notRunning());
            return;
        }
        Held held = feed.pin(request.getId());
        if (held == null) {
            out.onError(Status.NOT_FOUND
                    .withDescription(request.getId() + " is not held here, or not any more")
                    .asRuntimeException());
            return;
        }
        for (Range r : request.getRangesList()) {
            if (r.getOffset() < 0 || r.getLength() < 0 || r.getOffset() > held.size() - r.getLength()) {
                long size = held.size();
                held.unpin();
                out.onError(Status.OUT_OF_RANGE
                        .withDescription("range [" + r.getOffset() + ", +" + r.getLength() + ") of " + request.getId()
                                + ", which has " + size + " bytes")
                        .asRuntimeException());
                return;
            }
        }
        new ReadCall(held, request, backend.readers(), (ServerCallStreamObserver<ReadChunk>) out).start();
    }

    private static RuntimeException notRunning() {
        return Status.UNAVAILABLE
                .withDescription("no indexer runs in this process")
                .asRuntimeException();
    }

    /** For a call that was refused. */
    private static final class IgnoringObserver<T> implements StreamObserver<T> {
        @Override
        public void onNext(T value) {
            // The call has ended.
        }

        @Override
        public void onError(Throwable error) {
            // The call has ended.
        }

        @Override
        public void onCompleted() {
            // The call has ended.
        }
    }
}
