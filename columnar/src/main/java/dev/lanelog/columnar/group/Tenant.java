package dev.lanelog.columnar.group;

/**
 * The owner of rows, as VictoriaLogs defines it: two unsigned 32-bit numbers.
 *
 * @param accountId unsigned
 * @param projectId unsigned
 */
public record Tenant(int accountId, int projectId) implements Comparable<Tenant> {
    public static final Tenant DEFAULT = new Tenant(0, 0);

    @Override
    public int compareTo(Tenant other) {
        int byAccount = Integer.compareUnsigned(accountId, other.accountId);
        return byAccount != 0 ? byAccount : Integer.compareUnsigned(projectId, other.projectId);
    }

    /** {@code account:project} in decimal. */
    @Override
    public String toString() {
        return Integer.toUnsignedString(accountId) + ':' + Integer.toUnsignedString(projectId);
    }
}
