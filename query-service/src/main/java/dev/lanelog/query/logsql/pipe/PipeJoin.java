package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.Query;
import dev.lanelog.query.logsql.ast.Rows;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code join by (a) (query)}: adds the fields of the rows of another query that agree in the given fields.
 *
 * @param by fields, at least one
 * @param query gives the other rows; null when {@code rows} does
 * @param rows the other rows; null when {@code query} gives them
 * @param inner whether rows without a partner are dropped
 * @param prefix put before the names of added fields; may be empty
 */
public record PipeJoin(
        List<String> by, @Nullable Query query, @Nullable Rows rows, boolean inner, String prefix) implements Pipe {
    public PipeJoin {
        by = List.copyOf(by);
    }

    @Override
    public void updateNeededFields(FieldSet needed) {
        needed.addNames(by);
    }

    @Override
    public String toString() {
        return "join by (" + Names.joinNames(by) + ") " + (rows != null ? rows : "(" + query + ")")
                + (inner ? " inner" : "")
                + (prefix.isEmpty() ? "" : " prefix " + Names.quoteIfNeeded(prefix));
    }
}
