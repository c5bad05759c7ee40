package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Query;
import dev.lanelog.query.logsql.ast.Rows;
import org.jspecify.annotations.Nullable;

/**
 * {@code union (query)}: appends the rows of another query.
 *
 * @param query gives the other rows; null when {@code rows} does
 * @param rows the other rows; null when {@code query} gives them
 */
public record PipeUnion(@Nullable Query query, @Nullable Rows rows) implements Pipe {
    @Override
    public void updateNeededFields(FieldSet needed) {
        // Reads no field of its own.
    }

    @Override
    public String toString() {
        return "union " + (rows != null ? rows : "(" + query + ")");
    }
}
