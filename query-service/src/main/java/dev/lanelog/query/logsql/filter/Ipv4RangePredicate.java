package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.format.Ipv4Text;

/** IPv4 addresses in a range. */
final class Ipv4RangePredicate implements ColumnPredicate {
    private final long min;
    private final long max;

    Ipv4RangePredicate(long min, long max) {
        this.min = min;
        this.max = max;
    }

    @Override
    public boolean test(byte[] buf, int off, int len) {
        long ip = Ipv4Text.parse(buf, off, len);
        return ip >= 0 && ip >= min && ip <= max;
    }

    @Override
    public LongRange longRange() {
        return Hints.NO_INTEGER;
    }

    @Override
    public byte[] requiredSubstring() {
        return new byte[] {'.'};
    }
}
