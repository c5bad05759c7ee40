package dev.lanelog.columnar.kernel;

/** Searches a byte string in an arena of text. */
public interface ByteSearch {
    /**
     * Where {@code needle} first occurs wholly within {@code hay[from, to)}, or -1.
     *
     * @param needle not empty
     */
    int indexOf(byte[] hay, int from, int to, byte[] needle);
}
