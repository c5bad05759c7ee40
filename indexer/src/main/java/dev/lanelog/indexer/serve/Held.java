package dev.lanelog.indexer.serve;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Bytes that query-services read by id: a group file or a head chunk. Counted: created with one pin, which {@link
 * #retire} or {@link #close} gives back; a reader takes one more. With the last pin the bytes go.
 */
public abstract class Held {
    private final String id;
    private final AtomicInteger pins = new AtomicInteger(1);

    protected Held(String id) {
        this.id = id;
    }

    /** What a {@code ReadRequest} calls it. */
    public final String id() {
        return id;
    }

    public abstract long size();

    /** Heap that it takes while it is held. */
    public abstract long heapBytes();

    /**
     * A view of its bytes, valid while the caller has it pinned. May block on the disk.
     *
     * @throws IOException when they can't be had
     */
    public abstract ByteString slice(long offset, int length) throws IOException;

    /** Called once, when nobody reads it any more. */
    protected abstract void release();

    /** Marks that what is behind it may be removed for good with the last pin. */
    protected abstract void markRetired();

    /** False when it is gone already. */
    public final boolean pin() {
        int n = pins.get();
        while (n > 0) {
            if (pins.compareAndSet(n, n + 1)) {
                return true;
            }
            n = pins.get();
        }
        return false;
    }

    public final void unpin() {
        if (pins.decrementAndGet() == 0) {
            release();
        }
    }

    /** Gives up the holder's pin for good: a file is deleted once nobody reads it. */
    final void retire() {
        markRetired();
        unpin();
    }

    /** Gives up the holder's pin and keeps what is on disk. */
    public final void close() {
        unpin();
    }
}
