package dev.lanelog.query.engine;

import java.util.concurrent.atomic.AtomicLong;

/** The bytes a query may keep: hash tables, sort buffers, sets, rows held back. Safe for use by many threads. */
public final class MemoryBudget {
    private final long limit;
    private final AtomicLong used = new AtomicLong();
    private final AtomicLong peak = new AtomicLong();

    public MemoryBudget(long limit) {
        this.limit = limit;
    }

    /** An account for one user of the budget, such as a pipe; not safe for use by several threads at once. */
    public Account account(String user) {
        return new Account(user);
    }

    /** Most bytes that were in use at once. */
    public long peak() {
        return peak.get();
    }

    private void change(String user, long delta) {
        long now = used.addAndGet(delta);
        if (delta <= 0) {
            return;
        }
        if (now > limit) {
            used.addAndGet(-delta);
            throw new QueryMemoryException("the query needs more than its memory budget of " + limit + " bytes: " + user
                    + " wants " + delta + " bytes on top of the " + (now - delta)
                    + " in use; select fewer rows by a shorter time range or more filters, keep fewer fields with"
                    + " `fields`, group by fewer distinct values, add a `limit`, or raise the budget");
        }
        peak.accumulateAndGet(now, Math::max);
    }

    /** The bytes that one user of the budget has in use. */
    public final class Account implements AutoCloseable {
        /** State grows in small steps; asking for this much at once keeps threads off the shared counter. */
        private static final long STEP = 1 << 16;

        private final String user;
        private long reserved;

        private Account(String user) {
            this.user = user;
        }

        /**
         * Says how many bytes the user now keeps.
         *
         * @throws QueryMemoryException when that is more than the budget allows; names the user
         */
        public void use(long bytes) {
            if (bytes > reserved) {
                long wanted = (bytes + STEP - 1) & -STEP;
                change(user, wanted - reserved);
                reserved = wanted;
            }
        }

        /** Gives everything back. */
        @Override
        public void close() {
            change(user, -reserved);
            reserved = 0;
        }
    }
}
