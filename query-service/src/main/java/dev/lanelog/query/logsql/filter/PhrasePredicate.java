package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import org.jspecify.annotations.Nullable;

/** Values that contain a phrase, with no word character next to a word character at its ends. */
final class PhrasePredicate implements ColumnPredicate {
    private final byte[] phrase;
    private final boolean wordStart;
    private final boolean wordEnd;

    PhrasePredicate(byte[] phrase) {
        this.phrase = phrase;
        wordStart = Bytes.beginsWithWordChar(phrase);
        wordEnd = Bytes.endsWithWordChar(phrase);
    }

    @Override
    public boolean test(byte[] buf, int off, int len) {
        return phrase.length == 0 ? len == 0 : find(buf, off, off, off + len) >= 0;
    }

    /**
     * Where the phrase is.
     *
     * @param begin where the value begins: what stands before it is not looked at
     * @param from where to start looking
     * @return its place, or -1; {@code from} for an empty phrase
     */
    int find(byte[] buf, int begin, int from, int end) {
        if (phrase.length == 0) {
            return from;
        }
        int at = from;
        while (true) {
            at = Bytes.indexOf(buf, at, end, phrase);
            if (at < 0) {
                return -1;
            }
            if (!(wordStart && Bytes.wordCharBefore(buf, begin, at))
                    && !(wordEnd && Bytes.wordCharAt(buf, at + phrase.length, end))) {
                return at;
            }
            at++;
        }
    }

    int length() {
        return phrase.length;
    }

    @Override
    public byte @Nullable [][] exactValues() {
        return phrase.length == 0 ? new byte[][] {phrase} : null;
    }

    @Override
    public @Nullable LongRange longRange() {
        return phrase.length == 0 || !Bytes.mayBeInInteger(phrase) ? Hints.NO_INTEGER : null;
    }

    @Override
    public byte @Nullable [] requiredSubstring() {
        return phrase.length == 0 ? null : phrase;
    }

    @Override
    public boolean substringDecides() {
        return phrase.length > 0 && !wordStart && !wordEnd;
    }
}
