package dev.lanelog.gateway.http;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A request body on its way from the event loop to the thread that parses it. Holds at most about {@value #HIGH_WATER}
 * bytes: beyond, the sender is paused.
 */
final class BodyPipe extends InputStream {
    static final int HIGH_WATER = 1 << 20;

    private final HttpServerRequest request;
    private final Context context;
    private final long idleNanos;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final ArrayDeque<byte[]> chunks = new ArrayDeque<>();
    private int queued;
    private boolean paused;
    private boolean ended;
    private boolean discarding;
    private @Nullable Throwable broken;

    private byte[] current = {};
    private int at;

    /** Takes the body of {@code request}; to be called on its event loop, before anything of the body has come. */
    BodyPipe(HttpServerRequest request, Context context, Duration idle) {
        this.request = request;
        this.context = context;
        this.idleNanos = idle.toNanos();
        request.handler(this::arrive);
        request.endHandler(end -> end(null));
        request.exceptionHandler(this::end);
    }

    private void arrive(Buffer buffer) {
        byte[] bytes = buffer.getBytes();
        lock.lock();
        try {
            if (discarding || bytes.length == 0) {
                return;
            }
            chunks.add(bytes);
            queued += bytes.length;
            if (queued > HIGH_WATER && !paused) {
                paused = true;
                request.pause();
            }
            arrived.signal();
        } finally {
            lock.unlock();
        }
    }

    private void end(@Nullable Throwable cause) {
        lock.lock();
        try {
            ended = true;
            broken = cause;
            arrived.signal();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int read() throws IOException {
        return fetch() ? current[at++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] into, int off, int len) throws IOException {
        if (len == 0) {
            return 0;
        }
        if (!fetch()) {
            return -1;
        }
        int n = Math.min(len, current.length - at);
        System.arraycopy(current, at, into, off, n);
        at += n;
        return n;
    }

    /** Waits for more; 0 only at the end. A reader of gzip members relies on that. */
    @Override
    public int available() throws IOException {
        return fetch() ? current.length - at : 0;
    }

    /** Makes sure that {@link #current} holds a byte; false at the end. */
    private boolean fetch() throws IOException {
        if (at < current.length) {
            return true;
        }
        lock.lock();
        try {
            long left = idleNanos;
            while (chunks.isEmpty()) {
                if (broken != null) {
                    throw new IOException("the connection broke before the body ended", broken);
                }
                if (ended) {
                    return false;
                }
                if (left <= 0) {
                    throw new InterruptedIOException("no bytes for " + TimeUnit.NANOSECONDS.toSeconds(idleNanos)
                            + " s (lanelog.gateway.body.idle-timeout)");
                }
                left = arrived.awaitNanos(left);
            }
            current = chunks.remove();
            at = 0;
            queued -= current.length;
            if (paused && queued <= HIGH_WATER / 2) {
                paused = false;
                context.runOnContext(v -> request.resume());
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for the body");
        } finally {
            lock.unlock();
        }
    }

    /** True when all of the body has come. */
    boolean ended() {
        lock.lock();
        try {
            return ended;
        } finally {
            lock.unlock();
        }
    }

    /** Lets the rest of the body pass by, so that the connection can serve the next request. */
    void discard() {
        lock.lock();
        try {
            discarding = true;
            chunks.clear();
            queued = 0;
            if (paused) {
                paused = false;
                context.runOnContext(v -> request.resume());
            }
        } finally {
            lock.unlock();
        }
    }
}
