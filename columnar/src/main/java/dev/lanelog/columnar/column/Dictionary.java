package dev.lanelog.columnar.column;

/**
 * The distinct values of a column in a slice, sorted by unsigned bytes; a value's position is its id. The empty value,
 * when rows have it, is a value like the others (id 0, by its order).
 */
public interface Dictionary {
    /** Number of values, at least 1. */
    int size();

    /** Array that holds value {@code id}; shared, not to be changed. */
    byte[] arena();

    /** Where value {@code id} starts in {@link #arena()}. */
    int offset(int id);

    /** Length of value {@code id} in bytes. */
    int length(int id);

    /** Rows of the whole slice that have value {@code id}; at least 1. */
    int count(int id);

    /** The id of that value, or -1. */
    int find(byte[] buf, int off, int len);
}
