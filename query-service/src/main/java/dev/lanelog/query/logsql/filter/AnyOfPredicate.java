package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.Utf8;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Values equal to one of a list. */
final class AnyOfPredicate implements ColumnPredicate {
    private final byte[][] values;
    private final @Nullable LongRange integers;

    private AnyOfPredicate(byte[][] values) {
        this.values = values;
        integers = integers(values);
    }

    static AnyOfPredicate of(List<String> values) {
        TreeSet<byte[]> set = new TreeSet<>(Arrays::compareUnsigned);
        for (String value : values) {
            set.add(Utf8.bytes(value));
        }
        return new AnyOfPredicate(set.toArray(new byte[0][]));
    }

    @Override
    public boolean test(byte[] buf, int off, int len) {
        int lo = 0;
        int hi = values.length - 1;
        while (lo <= hi) {
            int mid = (lo + hi) >>> 1;
            int order = Arrays.compareUnsigned(values[mid], 0, values[mid].length, buf, off, off + len);
            if (order == 0) {
                return true;
            }
            if (order < 0) {
                lo = mid + 1;
            } else {
                hi = mid - 1;
            }
        }
        return false;
    }

    /** The integers among the values, when they have no gap. */
    private static @Nullable LongRange integers(byte[][] values) {
        TreeSet<Long> numbers = new TreeSet<>();
        for (byte[] value : values) {
            Long n = Bytes.canonicalLong(value);
            if (n != null) {
                numbers.add(n);
            }
        }
        if (numbers.isEmpty()) {
            return Hints.NO_INTEGER;
        }
        long span = numbers.last() - numbers.first();
        return span == numbers.size() - 1 ? new LongRange(numbers.first(), numbers.last()) : null;
    }

    @Override
    public byte[][] exactValues() {
        return values;
    }

    @Override
    public @Nullable LongRange longRange() {
        return integers;
    }

    @Override
    public byte @Nullable [] requiredSubstring() {
        return values.length == 1 && values[0].length > 0 ? values[0] : null;
    }
}
