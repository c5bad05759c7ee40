package dev.lanelog.columnar.column;

import java.util.Arrays;

/**
 * Whether a needle can occur in a text with references, told from the residual and from the bytes that the referenced
 * columns have: no false negatives, and no false positives either when no reference has bytes.
 *
 * <p>A bit-parallel automaton: bit j of the state says that the first j bytes of the needle end here. Needles longer than
 * {@value #MAX_NEEDLE} bytes are cut to that.
 */
final class ResidualPredicate implements ColumnPredicate {
    static final int MAX_NEEDLE = 62;

    private final byte[] needle;
    private final long[] places = new long[256];
    private final long[] refPlaces;
    private final long found;

    /**
     * @param byteSets bytes that the values of each referenced column are made of, as 4 words; null: the needle may not
     *     touch the reference
     */
    ResidualPredicate(byte[] needle, long[][] byteSets) {
        this.needle = needle.length > MAX_NEEDLE ? Arrays.copyOf(needle, MAX_NEEDLE) : needle;
        refPlaces = new long[byteSets.length];
        for (int j = 0; j < this.needle.length; j++) {
            int b = this.needle[j] & 0xff;
            places[b] |= 1L << j;
            for (int ref = 0; ref < byteSets.length; ref++) {
                if (byteSets[ref] != null && (byteSets[ref][b >>> 6] >>> b & 1) != 0) {
                    refPlaces[ref] |= 1L << j;
                }
            }
        }
        found = 1L << this.needle.length;
    }

    @Override
    public boolean test(byte[] buf, int off, int len) {
        long state = 0;
        for (int p = off; p < off + len; p++) {
            int b = buf[p] & 0xff;
            if (b == 0) {
                int ref = p + 1 < off + len ? buf[++p] - 1 : -1;
                if (ref >= 0) {
                    // A bad reference is found when the row is made; until then it may be anything.
                    if (ref >= refPlaces.length) {
                        return true;
                    }
                    state = behind(state, refPlaces[ref]);
                    if ((state & found) != 0) {
                        return true;
                    }
                    continue;
                }
            }
            state = (state | 1) << 1 & places[b] << 1;
            if ((state & found) != 0) {
                return true;
            }
        }
        return false;
    }

    /** States after one or more bytes of a reference; a referenced value is never empty. */
    private long behind(long state, long allowed) {
        long all = 0;
        long now = state;
        for (int i = 0; i <= needle.length; i++) {
            now = (now | 1) << 1 & allowed << 1;
            if ((all | now) == all) {
                break;
            }
            all |= now;
        }
        return all;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ResidualPredicate p
                && Arrays.equals(needle, p.needle)
                && Arrays.equals(refPlaces, p.refPlaces);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(needle) * 31 + Arrays.hashCode(refPlaces);
    }
}
