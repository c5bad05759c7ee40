package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import org.jspecify.annotations.Nullable;

/** Hands values in lower case to a predicate that was made from text in lower case. */
final class AnyCasePredicate implements ColumnPredicate {
    private final ColumnPredicate lower;

    AnyCasePredicate(ColumnPredicate lower) {
        this.lower = lower;
    }

    @Override
    public boolean test(byte[] buf, int off, int len) {
        if (CaseFolding.isLower(buf, off, len)) {
            return lower.test(buf, off, len);
        }
        byte[] folded = CaseFolding.lower(buf, off, len);
        return lower.test(folded, 0, folded.length);
    }

    @Override
    public @Nullable LongRange longRange() {
        return lower.longRange();
    }

    @Override
    public byte @Nullable [] requiredSubstring() {
        byte[] s = lower.requiredSubstring();
        // Only text without letters looks the same in every case.
        return s != null && CaseFolding.isCaseless(s) ? s : null;
    }
}
