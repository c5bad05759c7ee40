package dev.lanelog.columnar.group;

/** A column of rows that are to be written. */
public sealed interface InputColumn {
    String name();

    /**
     * Numbered values and a number a row.
     *
     * @param offsets one more than values: value i is {@code arena[offsets[i], offsets[i + 1])}; values should differ,
     *     and some may be unused
     * @param ids of all rows
     */
    record DictionaryInput(String name, byte[] arena, int[] offsets, int[] ids) implements InputColumn {}

    /**
     * A value a row.
     *
     * @param offsets one more than rows: row i has {@code arena[offsets[i], offsets[i + 1])}
     */
    record TextInput(String name, byte[] arena, int[] offsets) implements InputColumn {}
}
