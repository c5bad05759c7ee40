package dev.lanelog.gateway.insert;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of requests that are worked on at a time, over all protocols of a gateway. What does not fit is refused at
 * once instead of waited for: senders can wait better than a gateway can.
 */
public final class ByteBudget {
    private final long limit;
    private final AtomicLong used = new AtomicLong();

    /** @param limit bytes */
    public ByteBudget(long limit) {
        this.limit = limit;
    }

    /** Bytes in use. */
    public long used() {
        return used.get();
    }

    /** A lease of {@code bytes}, or null if there is no room. A single lease may take the whole budget. */
    public @Nullable Lease tryLease(long bytes) {
        long wanted = Math.min(bytes, limit);
        return take(wanted) ? new Lease(wanted) : null;
    }

    private boolean take(long bytes) {
        long now = used.get();
        while (now + bytes <= limit) {
            if (used.compareAndSet(now, now + bytes)) {
                return true;
            }
            now = used.get();
        }
        return false;
    }

    /** A share of the budget; given back by {@link #close}. */
    public final class Lease implements AutoCloseable {
        private long held;

        private Lease(long held) {
            this.held = held;
        }

        /**
         * Takes more.
         *
         * @throws OverloadedException if there is no room
         */
        public void grow(long bytes) throws OverloadedException {
            if (!take(bytes)) {
                throw new OverloadedException("the gateway has " + used()
                        + " bytes of requests under way; its limit is " + limit + " (lanelog.gateway.in-flight-bytes)");
            }
            held += bytes;
        }

        @Override
        public void close() {
            used.addAndGet(-held);
            held = 0;
        }
    }
}
