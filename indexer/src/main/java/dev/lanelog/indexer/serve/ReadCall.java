package dev.lanelog.indexer.serve;

import com.google.protobuf.ByteString;
import dev.lanelog.proto.v1.Range;
import dev.lanelog.proto.v1.ReadChunk;
import dev.lanelog.proto.v1.ReadRequest;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;

/**
 * One {@code Read} call. A message is made only when the transport asks for one, so that a slow reader holds one message
 * in memory and not a file. Reading, and the page faults that come with it, happen on a reader thread.
 */
final class ReadCall {
    /** Bytes per message: 256 KiB to 1 MiB go at 1.3 GB/s, smaller and larger ones slower. */
    static final int MESSAGE_BYTES = 512 << 10;

    private static final Logger LOG = Logger.getLogger(ReadCall.class);

    private final Held held;
    private final ReadRequest request;
    private final ServerCallStreamObserver<ReadChunk> call;
    private final Pump pump;
    private final AtomicBoolean unpinned = new AtomicBoolean();
    private volatile boolean cancelled;
    private boolean ended;
    private int range;
    private int offset;

    /**
     * @param held pinned; unpinned when the call ends
     */
    ReadCall(Held held, ReadRequest request, Executor readers, ServerCallStreamObserver<ReadChunk> call) {
        this.held = held;
        this.request = request;
        this.call = call;
        this.pump = new Pump(readers, this::send);
        call.setOnReadyHandler(pump::ask);
        call.setOnCancelHandler(() -> {
            cancelled = true;
            pump.ask();
        });
    }

    void start() {
        pump.ask();
    }

    private void send() {
        if (ended) {
            return;
        }
        try {
            while (!cancelled && call.isReady() && range < request.getRangesCount()) {
                call.onNext(next());
            }
            if (!cancelled && range >= request.getRangesCount()) {
                ended = true;
                call.onCompleted();
            }
        } catch (IOException | InternalError e) {
            // A mapped page that the disk does not give back surfaces as an InternalError.
            ended = true;
            LOG.errorf("event=read-failed id=%s problem=\"%s\"", held.id(), e);
            call.onError(Status.DATA_LOSS
                    .withDescription(held.id() + " can't be read: " + e)
                    .asRuntimeException());
        } catch (RuntimeException e) {
            ended = true;
            LOG.errorf(e, "event=read-failed id=%s", held.id());
            call.onError(Status.INTERNAL.withDescription(e.toString()).asRuntimeException());
        } finally {
            if ((ended || cancelled) && unpinned.compareAndSet(false, true)) {
                ended = true;
                held.unpin();
            }
        }
    }

    private ReadChunk next() throws IOException {
        Range r = request.getRanges(range);
        int length = Math.min(MESSAGE_BYTES, r.getLength() - offset);
        ByteString data = held.slice(r.getOffset() + offset, length);
        ReadChunk chunk = ReadChunk.newBuilder()
                .setRange(range)
                .setOffset(offset)
                .setData(data)
                .build();
        offset += length;
        if (offset >= r.getLength()) {
            range++;
            offset = 0;
        }
        return chunk;
    }
}
