package dev.lanelog.columnar.kernel;

import java.util.Arrays;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link ByteSearch} that compares two bytes of the needle at all places of a vector at once: the two that are rarest in
 * log text, because a common pair gives false hits.
 */
public final class VectorByteSearch implements ByteSearch {
    private static final VectorSpecies<Byte> B = ByteVector.SPECIES_PREFERRED;

    /** How common a byte is in log text, by rough classes. */
    private static final byte[] COMMONNESS = commonness();

    private static byte[] commonness() {
        byte[] c = new byte[256];
        Arrays.fill(c, (byte) 5);
        Arrays.fill(c, 'A', 'Z' + 1, (byte) 20);
        Arrays.fill(c, 'a', 'z' + 1, (byte) 60);
        Arrays.fill(c, '0', '9' + 1, (byte) 70);
        rank(c, "jqxzvkw", 25);
        rank(c, "etaoinsr", 90);
        rank(c, "./:=-_\",[]", 55);
        rank(c, " ", 100);
        return c;
    }

    private static void rank(byte[] c, String characters, int value) {
        for (int i = 0; i < characters.length(); i++) {
            c[characters.charAt(i)] = (byte) value;
        }
    }

    @Override
    public int indexOf(byte[] hay, int from, int to, byte[] needle) {
        int length = needle.length;
        int first = rarest(needle, -1);
        int second = length == 1 ? 0 : rarest(needle, first);
        byte x = needle[first];
        byte y = needle[second];
        int last = to - length;
        int i = from;
        // Loads at i + length - 1 at most, so the end of the array is never passed.
        for (int stop = last - B.length() + 1; i <= stop; i += B.length()) {
            long hits = ByteVector.fromArray(B, hay, i + first)
                    .compare(VectorOperators.EQ, x)
                    .and(ByteVector.fromArray(B, hay, i + second).compare(VectorOperators.EQ, y))
                    .toLong();
            while (hits != 0) {
                int at = i + Long.numberOfTrailingZeros(hits);
                if (hay[at] == needle[0] && ScalarByteSearch.matches(hay, at, needle)) {
                    return at;
                }
                hits &= hits - 1;
            }
        }
        for (; i <= last; i++) {
            if (hay[i] == needle[0] && ScalarByteSearch.matches(hay, i, needle)) {
                return i;
            }
        }
        return -1;
    }

    private static int rarest(byte[] needle, int except) {
        int best = except == 0 ? 1 : 0;
        for (int i = 0; i < needle.length; i++) {
            if (i != except && COMMONNESS[needle[i] & 0xff] < COMMONNESS[needle[best] & 0xff]) {
                best = i;
            }
        }
        return best;
    }
}
