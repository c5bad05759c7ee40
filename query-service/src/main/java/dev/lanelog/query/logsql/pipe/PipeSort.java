package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.SortField;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code sort by (a, b desc) offset N limit M}: orders the rows.
 *
 * @param by keys; empty orders by all fields
 * @param descending turns the whole order round
 * @param partitionBy offset and limit count within each combination of these fields; empty for one count over all
 * @param offset rows to skip
 * @param limit most rows to return, 0 for all
 * @param rankName field that gets the row's place, from 1; null for none
 */
public record PipeSort(
        List<SortField> by,
        boolean descending,
        List<String> partitionBy,
        long offset,
        long limit,
        @Nullable String rankName)
        implements Pipe {
    public PipeSort {
        by = List.copyOf(by);
        partitionBy = List.copyOf(partitionBy);
    }

    @Override
    public void updateNeededFields(FieldSet needed) {
        if (needed.isEmpty()) {
            return;
        }
        if (rankName != null) {
            needed.remove(rankName);
        }
        if (by.isEmpty()) {
            needed.add(FieldPattern.ALL);
        }
        for (SortField key : by) {
            needed.add(key.name());
        }
        needed.addNames(partitionBy);
    }

    @Override
    public String toString() {
        StringBuilder sb = new StringBuilder("sort");
        if (!by.isEmpty()) {
            sb.append(" by (").append(Names.join(by)).append(')');
        }
        sb.append(descending ? " desc" : "");
        if (!partitionBy.isEmpty()) {
            sb.append(" partition by (").append(Names.joinNames(partitionBy)).append(')');
        }
        if (offset > 0) {
            sb.append(" offset ").append(offset);
        }
        if (limit > 0) {
            sb.append(" limit ").append(limit);
        }
        return sb.append(rankText(rankName)).toString();
    }

    /** {@code " rank as name"}, or nothing. */
    static String rankText(@Nullable String rankName) {
        if (rankName == null) {
            return "";
        }
        return rankName.equals("rank") ? " rank" : " rank as " + Names.quoteIfNeeded(rankName);
    }
}
