package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import org.jspecify.annotations.Nullable;

/** Values that contain a prefix, not behind a word character when it begins with one; an empty prefix matches every value that is not empty. */
final class PrefixPredicate implements ColumnPredicate {
    private final byte[] prefix;
    private final boolean wordStart;

    PrefixPredicate(byte[] prefix) {
        this.prefix = prefix;
        wordStart = Bytes.beginsWithWordChar(prefix);
    }

    @Override
    public boolean test(byte[] buf, int off, int len) {
        if (prefix.length == 0) {
            return len > 0;
        }
        int end = off + len;
        int at = Bytes.indexOf(buf, off, end, prefix);
        while (at >= 0 && wordStart && Bytes.wordCharBefore(buf, off, at)) {
            at = Bytes.indexOf(buf, at + 1, end, prefix);
        }
        return at >= 0;
    }

    int length() {
        return prefix.length;
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

    @Override
    public boolean substringDecides() {
        return prefix.length > 0 && !wordStart;
    }
}
