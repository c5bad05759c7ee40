package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import org.jspecify.annotations.Nullable;

/** Values that contain a text anywhere. */
final class SubstringPredicate implements ColumnPredicate {
    private final byte[] substring;

    SubstringPredicate(byte[] substring) {
        this.substring = substring;
    }

    @Override
    public boolean test(byte[] buf, int off, int len) {
        return Bytes.indexOf(buf, off, off + len, substring) >= 0;
    }

    @Override
    public @Nullable LongRange longRange() {
        if (substring.length == 0) {
            return Hints.EVERY_INTEGER;
        }
        return Bytes.mayBeInInteger(substring) ? null : Hints.NO_INTEGER;
    }

    @Override
    public byte @Nullable [] requiredSubstring() {
        return substring.length == 0 ? null : substring;
    }

    @Override
    public boolean substringDecides() {
        return substring.length > 0;
    }
}
