package dev.lanelog.gateway.kafka;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Which partition takes a request: {@code hash(tenant) + k mod W}, where the window W is small for small tenants, so that
 * they live in few partitions, and all partitions for large ones; k grows from request to request, so that load spreads
 * whatever the streams are.
 */
public final class PartitionChooser {
    private final Set<Long> large = new HashSet<>();
    private final int window;
    private final AtomicLong turn = new AtomicLong();

    /**
     * @param largeTenants as {@code account:project}
     * @param window partitions of any other tenant, at least 1
     * @throws IllegalArgumentException if a tenant is not of that form
     */
    public PartitionChooser(Set<String> largeTenants, int window) {
        if (window < 1) {
            throw new IllegalArgumentException("lanelog.gateway.tenant-window must be at least 1, not " + window);
        }
        this.window = window;
        for (String tenant : largeTenants) {
            int colon = tenant.indexOf(':');
            try {
                large.add(key(
                        Integer.parseUnsignedInt(tenant, 0, colon, 10),
                        Integer.parseUnsignedInt(tenant, colon + 1, tenant.length(), 10)));
            } catch (NumberFormatException | IndexOutOfBoundsException e) {
                throw new IllegalArgumentException(
                        "lanelog.gateway.large-tenants: \"" + tenant + "\" is not account:project", e);
            }
        }
    }

    /** The partition of the next request of a tenant. @param partitions of the topic */
    public int next(int accountId, int projectId, int partitions) {
        long key = key(accountId, projectId);
        int width = large.contains(key) ? partitions : Math.min(window, partitions);
        long mixed = key * 0x9E3779B97F4A7C15L;
        long base = (mixed ^ mixed >>> 29) >>> 33;
        return (int) ((base + turn.getAndIncrement() % width) % partitions);
    }

    private static long key(int accountId, int projectId) {
        return (long) accountId << 32 | projectId & 0xFFFF_FFFFL;
    }
}
