package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.Utf8;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values in which phrases are found one behind the other. What a phrase was found in is not looked at again, not even for its ends. */
final class SequencePredicate implements ColumnPredicate {
    private final PhrasePredicate[] phrases;

    SequencePredicate(List<String> phrases) {
        List<PhrasePredicate> list = new ArrayList<>();
        for (String phrase : phrases) {
            if (!phrase.isEmpty()) {
                list.add(new PhrasePredicate(Utf8.bytes(phrase)));
            }
        }
        this.phrases = list.toArray(new PhrasePredicate[0]);
    }

    @Override
    public boolean test(byte[] buf, int off, int len) {
        int at = off;
        for (PhrasePredicate phrase : phrases) {
            int found = phrase.find(buf, at, at, off + len);
            if (found < 0) {
                return false;
            }
            at = found + phrase.length();
        }
        return true;
    }

    @Override
    public @Nullable LongRange longRange() {
        if (phrases.length == 0) {
            return Hints.EVERY_INTEGER;
        }
        for (PhrasePredicate phrase : phrases) {
            if (Hints.NO_INTEGER.equals(phrase.longRange())) {
                return Hints.NO_INTEGER;
            }
        }
        return null;
    }

    @Override
    public byte @Nullable [] requiredSubstring() {
        byte @Nullable [] longest = null;
        for (PhrasePredicate phrase : phrases) {
            byte[] s = phrase.requiredSubstring();
            if (s != null && (longest == null || s.length > longest.length)) {
                longest = s;
            }
        }
        return longest;
    }
}
