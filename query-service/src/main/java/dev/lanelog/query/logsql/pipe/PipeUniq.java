package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code uniq by (a, b) with hits limit N}: distinct combinations of values.
 *
 * @param by fields, at least one
 * @param filter values must contain this; empty for all. Only with a single field
 * @param hitsName field that gets the number of rows; null for none
 * @param limit most combinations to return, 0 for all
 */
public record PipeUniq(
        List<String> by, String filter, @Nullable String hitsName, long limit) implements Pipe {
    public PipeUniq {
        by = List.copyOf(by);
    }

    @Override
    public void updateNeededFields(FieldSet needed) {
        needed.clear();
        needed.addNames(by);
    }

    @Override
    public String toString() {
        return "uniq by (" + Names.joinNames(by) + ")"
                + (filter.isEmpty() ? "" : " filter " + Names.quoteIfNeeded(filter))
                + (hitsName == null ? "" : " with hits")
                + (limit > 0 ? " limit " + limit : "");
    }
}
