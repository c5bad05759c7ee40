package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.Utf8;
import dev.lanelog.query.logsql.format.Ipv6Text;
import java.util.Arrays;

/** IPv6 addresses, or IPv4 addresses by their mapped form, in a range. */
final class Ipv6RangePredicate implements ColumnPredicate {
    private final byte[] min;
    private final byte[] max;

    /**
     * Both ends inclusive.
     *
     * @throws IllegalArgumentException when one is no address
     */
    Ipv6RangePredicate(String min, String max) {
        this.min = address(min);
        this.max = address(max);
    }

    private static byte[] address(String s) {
        byte[] b = Utf8.bytes(s);
        byte[] ip = Ipv6Text.parse(b, 0, b.length);
        if (ip == null) {
            throw new IllegalArgumentException("no IPv6 address: " + s);
        }
        return ip;
    }

    @Override
    public boolean test(byte[] buf, int off, int len) {
        byte[] ip = Ipv6Text.parse(buf, off, len);
        return ip != null && Arrays.compareUnsigned(ip, min) >= 0 && Arrays.compareUnsigned(ip, max) <= 0;
    }

    @Override
    public LongRange longRange() {
        return Hints.NO_INTEGER;
    }
}
