package dev.lanelog.columnar.column;

import org.jspecify.annotations.Nullable;

/**
 * Values of a column in row order, before they are encoded: row i has value {@code order[from + i]}, which is {@code
 * arena[offsets[v], offsets[v + 1])}.
 *
 * @param order null when values stand in row order
 */
public record TextValues(byte[] arena, int[] offsets, int @Nullable [] order, int from, int rows) {
    int index(int row) {
        return order == null ? from + row : order[from + row];
    }

    public int start(int row) {
        return offsets[index(row)];
    }

    public int length(int row) {
        int v = index(row);
        return offsets[v + 1] - offsets[v];
    }
}
