package dev.lanelog.columnar.column;

import org.jspecify.annotations.Nullable;

/**
 * A condition on one value, with hints that let an encoding answer without looking at every value. {@link #test} is the
 * truth; a hint that is given must agree with it for every value. Implementations are immutable and thread-safe.
 */
public interface ColumnPredicate {
    /** Whether the value {@code buf[off, off + len)} matches. {@code len == 0} is the empty (or missing) value. */
    boolean test(byte[] buf, int off, int len);

    /** Whether rows without a value match. */
    default boolean matchesEmpty() {
        return test(new byte[0], 0, 0);
    }

    /**
     * The complete set of values that match, or null when it is not a finite known set. Sorted by unsigned bytes,
     * without duplicates; may contain the empty value.
     */
    default byte @Nullable [][] exactValues() {
        return null;
    }

    /**
     * For values that are canonical decimal integers ({@code 0}, or {@code -?[1-9][0-9]*} that fits a long): the value
     * matches iff it lies in this range. Null when there is no such range. Says nothing about other values.
     */
    default @Nullable LongRange longRange() {
        return null;
    }

    /** Bytes that every matching value contains, not empty, or null when there is none. */
    default byte @Nullable [] requiredSubstring() {
        return null;
    }

    /** True when a value matches exactly if it contains {@link #requiredSubstring()}. */
    default boolean substringDecides() {
        return false;
    }

    /**
     * A range of longs.
     *
     * @param lo inclusive
     * @param hi inclusive; {@code hi < lo} means that nothing matches
     */
    record LongRange(long lo, long hi) {}
}
