package dev.lanelog.indexer.serve;

import dev.lanelog.proto.v1.WatchEvent;
import dev.lanelog.proto.v1.Watched;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.Executor;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** One {@code Watch} call: events out as fast as the watcher takes them, released sequence numbers in. */
final class WatchCall implements StreamObserver<Watched> {
    private static final Logger LOG = Logger.getLogger(WatchCall.class);

    private final Feed feed;
    private final String store;
    private final ServerCallStreamObserver<WatchEvent> call;
    private final Pump pump;
    private volatile @Nullable Watcher watcher;
    private volatile boolean ended;

    WatchCall(Feed feed, String store, Executor senders, ServerCallStreamObserver<WatchEvent> call) {
        this.feed = feed;
        this.store = store;
        this.call = call;
        this.pump = new Pump(senders, this::send);
        call.setOnReadyHandler(pump::ask);
        call.setOnCancelHandler(this::leave);
    }

    @Override
    public void onNext(Watched message) {
        Watcher w = watcher;
        if (w != null) {
            feed.release(w, message.getReleasedSeq());
            return;
        }
        if (!message.getStore().equals(store)) {
            end(Status.FAILED_PRECONDITION.withDescription(
                    "this indexer serves store " + store + ", not " + message.getStore()));
            return;
        }
        w = feed.watch(message.getWatcherId(), message.getReleasedSeq(), pump::ask);
        watcher = w;
        if (call.isCancelled()) {
            leave();
            return;
        }
        LOG.infof("event=watch watcher=%s", message.getWatcherId());
        pump.ask();
    }

    private synchronized void send() {
        Watcher w = watcher;
        if (w == null || ended) {
            return;
        }
        while (call.isReady()) {
            WatchEvent event = w.poll();
            if (event == null) {
                break;
            }
            call.onNext(event);
        }
        if (w.isLagging()) {
            end(Status.RESOURCE_EXHAUSTED.withDescription(
                    "the watcher took events too slowly; connect again to get the whole state"));
        }
    }

    private synchronized void end(Status status) {
        if (!ended) {
            ended = true;
            LOG.warnf("event=watch-ended watcher=%s status=%s", watcher, status);
            leave();
            call.onError(status.asRuntimeException());
        }
    }

    private void leave() {
        ended = true;
        Watcher w = watcher;
        if (w != null) {
            feed.leave(w);
        }
    }

    @Override
    public void onError(Throwable error) {
        leave();
    }

    @Override
    public synchronized void onCompleted() {
        if (ended) {
            return;
        }
        leave();
        call.onCompleted();
    }
}
