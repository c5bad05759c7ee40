package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.Utf8;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Values in which all, or one, of a list of phrases is found. */
final class ContainsPredicate implements ColumnPredicate {
    private static final int NARROW = 64;

    private final PhrasePredicate[] phrases;
    private final boolean all;

    private ContainsPredicate(List<PhrasePredicate> phrases, boolean all) {
        this.phrases = phrases.toArray(new PhrasePredicate[0]);
        this.all = all;
    }

    /** Empty phrases are found everywhere. */
    static ContainsPredicate all(List<String> phrases) {
        List<PhrasePredicate> list = new ArrayList<>();
        for (String phrase : phrases) {
            if (!phrase.isEmpty()) {
                list.add(new PhrasePredicate(Utf8.bytes(phrase)));
            }
        }
        return new ContainsPredicate(list, true);
    }

    /** An empty phrase is found everywhere; no phrase at all is found nowhere. */
    static ContainsPredicate any(List<String> phrases) {
        if (phrases.contains("")) {
            return all(List.of());
        }
        List<PhrasePredicate> list = new ArrayList<>();
        for (String phrase : new TreeSet<>(phrases)) {
            list.add(new PhrasePredicate(Utf8.bytes(phrase)));
        }
        return new ContainsPredicate(list, false);
    }

    @Override
    public boolean test(byte[] buf, int off, int len) {
        for (PhrasePredicate phrase : phrases) {
            if (phrase.test(buf, off, len) != all) {
                return !all;
            }
        }
        return all;
    }

    @Override
    public @Nullable LongRange longRange() {
        if (phrases.length == 0) {
            return all ? Hints.EVERY_INTEGER : Hints.NO_INTEGER;
        }
        if (phrases.length > NARROW) {
            return null;
        }
        boolean someOut = false;
        boolean everyOut = true;
        for (PhrasePredicate phrase : phrases) {
            boolean out = Hints.NO_INTEGER.equals(phrase.longRange());
            someOut |= out;
            everyOut &= out;
        }
        return (all ? someOut : everyOut) ? Hints.NO_INTEGER : null;
    }

    @Override
    public byte @Nullable [] requiredSubstring() {
        if (phrases.length == 0 || (!all && phrases.length > 1)) {
            return null;
        }
        byte @Nullable [] longest = null;
        for (PhrasePredicate phrase : phrases) {
            byte[] s = phrase.requiredSubstring();
            if (s != null && (longest == null || s.length > longest.length)) {
                longest = s;
            }
        }
        return longest;
    }

    @Override
    public boolean substringDecides() {
        return phrases.length == 1 && phrases[0].substringDecides();
    }
}
