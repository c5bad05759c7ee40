package dev.lanelog.columnar.kernel;

/** {@link ByteSearch} by the first byte. */
public final class ScalarByteSearch implements ByteSearch {
    @Override
    public int indexOf(byte[] hay, int from, int to, byte[] needle) {
        byte first = needle[0];
        int last = to - needle.length;
        for (int i = from; i <= last; i++) {
            if (hay[i] == first && matches(hay, i, needle)) {
                return i;
            }
        }
        return -1;
    }

    /** Whether the needle stands at {@code at}; its first byte is known to. */
    static boolean matches(byte[] hay, int at, byte[] needle) {
        for (int k = 1; k < needle.length; k++) {
            if (hay[at + k] != needle[k]) {
                return false;
            }
        }
        return true;
    }
}
