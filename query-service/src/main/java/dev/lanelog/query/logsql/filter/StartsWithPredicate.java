package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import org.jspecify.annotations.Nullable;

/** Values that begin with a text. */
final class StartsWithPredicate implements ColumnPredicate {
    private final byte[] prefix;

    StartsWithPredicate(byte[] prefix) {
        this.prefix = prefix;
    }

    @Override
    public boolean test(byte[] buf, int off, int len) {
        return Bytes.startsWith(buf, off, off + len, prefix);
    }

    @Override
    public @Nullable LongRange longRange() {
        if (prefix.length == 0) {
            return Hints.EVERY_INTEGER;
        }
        return Bytes.mayBeInInteger(prefix) ? null : Hints.NO_INTEGER;
    }

    @Override
    public byte @Nullable [] requiredSubstring() {
        return prefix.length == 0 ? null : prefix;
    }
}
