package dev.lanelog.query.api.logsql;

import com.github.luben.zstd.ZstdOutputStream;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * An answer that goes out over Vert.x. The driver thread writes; when a megabyte has not reached the socket it waits until
 * the reader has taken some, so a slow reader slows its own query and nothing else. (Vert.x' own {@code writeQueueFull}
 * does not know of writes that another thread has handed to the event loop: 65 MB went ahead of a reader.) Bodies of more than a kilobyte are
 * compressed when the client offered it. An answer that fails after its first byte is cut off by closing the stream, so
 * that no client takes it for whole.
 */
final class VertxResponse implements SelectResponse {
    private static final int COMPRESS_FROM = 1024;
    private static final long FLUSH_AFTER_NS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long LOOK_AGAIN_MS = 200;
    private static final long MAX_UNSENT_BYTES = 1 << 20;

    private final HttpServerResponse response;
    private final BodyEncoding encoding;
    private final boolean head;
    private final BooleanSupplier stop;
    private final Runnable clientGone;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition drained = lock.newCondition();
    private final AtomicLong unsent = new AtomicLong();

    // used by the driver thread only
    private final byte[] first = new byte[COMPRESS_FROM];
    private int firstLength;
    private boolean started;
    private @Nullable OutputStream compressor;
    private long flushedNs;

    /**
     * @param stop true when the query was cancelled: waiting for the reader then ends
     * @param clientGone told when a write finds nobody there, which may be before the connection's own handlers say so
     */
    VertxResponse(
            HttpServerResponse response,
            BodyEncoding encoding,
            boolean head,
            BooleanSupplier stop,
            Runnable clientGone) {
        this.response = response;
        this.encoding = encoding;
        this.head = head;
        this.stop = stop;
        this.clientGone = clientGone;
    }

    /** The reader took something, or is gone: whoever waits looks again. */
    void wake() {
        lock.lock();
        try {
            drained.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void contentType(String type) {
        response.putHeader("Content-Type", type);
    }

    @Override
    public void header(String name, String value) {
        if (!started) {
            response.putHeader(name, value);
        }
    }

    /** Also true when the first bytes are held back, waiting for whether compression is worth it. */
    @Override
    public boolean started() {
        return started || firstLength > 0;
    }

    @Override
    public void flush() throws IOException {
        start(encoding != BodyEncoding.NONE && firstLength > 0);
        OutputStream out = compressor;
        if (out != null) {
            out.flush();
        } else if (firstLength == 0) {
            send(Buffer.buffer());
        }
        flushedNs = System.nanoTime();
    }

    @Override
    public void write(byte[] buf, int off, int len) throws IOException {
        if (len == 0 || head) {
            return;
        }
        if (!started && encoding != BodyEncoding.NONE && firstLength + len <= COMPRESS_FROM) {
            System.arraycopy(buf, off, first, firstLength, len);
            firstLength += len;
            return;
        }
        if (!started) {
            start(encoding != BodyEncoding.NONE);
        }
        OutputStream out = compressor;
        if (out == null) {
            send(Buffer.buffer(len).appendBytes(buf, off, len));
            return;
        }
        out.write(buf, off, len);
        long now = System.nanoTime();
        if (now - flushedNs > FLUSH_AFTER_NS) {
            out.flush();
            flushedNs = now;
        }
    }

    private void start(boolean compress) throws IOException {
        if (started) {
            return;
        }
        started = true;
        flushedNs = System.nanoTime();
        response.putHeader("Vary", "Accept-Encoding");
        response.setChunked(true);
        if (compress) {
            response.putHeader("Content-Encoding", encoding.headerValue());
            Chunks chunks = new Chunks();
            compressor = encoding == BodyEncoding.ZSTD
                    ? new ZstdOutputStream(chunks, 1)
                    : new GZIPOutputStream(chunks, 16 << 10, true);
        }
        if (firstLength > 0) {
            OutputStream out = compressor;
            if (out == null) {
                send(Buffer.buffer(firstLength).appendBytes(first, 0, firstLength));
            } else {
                out.write(first, 0, firstLength);
            }
        }
    }

    /** Sends what a compressor gives. */
    private final class Chunks extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] buf, int off, int len) throws IOException {
            if (len > 0) {
                send(Buffer.buffer(len).appendBytes(buf, off, len));
            }
        }
    }

    private void send(Buffer buffer) throws IOException {
        if (response.closed()) {
            throw gone();
        }
        awaitRoom();
        int length = buffer.length();
        unsent.addAndGet(length);
        response.write(buffer).onComplete(written -> {
            unsent.addAndGet(-length);
            wake();
        });
    }

    private IOException gone() {
        clientGone.run();
        return new IOException("the client is gone");
    }

    private void awaitRoom() throws IOException {
        if (unsent.get() <= MAX_UNSENT_BYTES) {
            return;
        }
        lock.lock();
        try {
            while (unsent.get() > MAX_UNSENT_BYTES) {
                if (response.closed()) {
                    throw gone();
                }
                if (stop.getAsBoolean()) {
                    throw new IOException("the query was cancelled while its reader was slow");
                }
                // The signal may come between the question and the wait; looking again bounds that.
                drained.await(LOOK_AGAIN_MS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the reader was slow", e);
        } finally {
            lock.unlock();
        }
    }

    /** The answer is complete. */
    void end() throws IOException {
        if (!started) {
            response.putHeader("Vary", "Accept-Encoding");
            var unused = response.end(Buffer.buffer(firstLength).appendBytes(first, 0, firstLength));
            return;
        }
        OutputStream out = compressor;
        if (out != null) {
            out.close();
        }
        if (!response.closed()) {
            var unused = response.end();
        }
    }

    /** Makes the answer an error instead, when nothing went out yet; returns false when it is too late for that. */
    boolean replace(int status, String contentType, String body) {
        if (started || response.headWritten()) {
            return false;
        }
        firstLength = 0;
        started = true;
        response.setStatusCode(status);
        response.putHeader("Content-Type", contentType);
        response.putHeader("X-Content-Type-Options", "nosniff");
        if (status == 503 || status == 429) {
            response.putHeader("Retry-After", "1");
        }
        var unused = head ? response.end() : response.end(body);
        return true;
    }

    /** Cuts the answer off, visibly: the stream is reset and does not end as a whole answer would. */
    void abort() {
        var unused = response.reset();
    }
}
