package dev.lanelog.proto.batch;

/**
 * One column of a {@link LogBatch}. A value of length 0 means that the row has no such field. The arrays belong to the
 * batch and are shared, not copied: readers must not change them.
 */
public sealed interface BatchColumn {
    /** Field name; never {@code _time}. The stream text is the column {@value LogBatch#STREAM}. */
    String name();

    /**
     * A column of few distinct values.
     *
     * @param arena the distinct values, one after the other
     * @param offsets value {@code i} is {@code arena[offsets[i], offsets[i + 1])}; length = distinct values + 1. Values
     *     are distinct and each is used by a row
     * @param ids which value each row has; length = rows
     */
    record DictionaryColumn(String name, byte[] arena, int[] offsets, int[] ids) implements BatchColumn {}

    /**
     * A column of many distinct values.
     *
     * @param arena the values of all rows, one after the other
     * @param offsets the value of row {@code i} is {@code arena[offsets[i], offsets[i + 1])}; length = rows + 1
     */
    record PlainColumn(String name, byte[] arena, int[] offsets) implements BatchColumn {}
}
