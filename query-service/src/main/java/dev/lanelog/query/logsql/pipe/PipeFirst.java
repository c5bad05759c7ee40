package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.SortField;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code first N by (a)}: the first N rows in this order.
 *
 * @param limit rows, at least 1
 * @param by keys; empty orders by all fields
 * @param partitionBy N counts within each combination of these fields; empty for one count over all
 * @param rankName field that gets the row's place, from 1; null for none
 */
public record PipeFirst(
        long limit,
        List<SortField> by,
        List<String> partitionBy,
        @Nullable String rankName) implements Pipe {
    public PipeFirst {
        by = List.copyOf(by);
        partitionBy = List.copyOf(partitionBy);
    }

    @Override
    public void updateNeededFields(FieldSet needed) {
        asSort().updateNeededFields(needed);
    }

    @Override
    public String toString() {
        StringBuilder sb = new StringBuilder("first");
        if (limit != 1) {
            sb.append(' ').append(limit);
        }
        if (!by.isEmpty()) {
            sb.append(" by (").append(Names.join(by)).append(')');
        }
        if (!partitionBy.isEmpty()) {
            sb.append(" partition by (").append(Names.joinNames(partitionBy)).append(')');
        }
        return sb.append(PipeSort.rankText(rankName)).toString();
    }

    /** The sort that gives the same rows in the same order. */
    public PipeSort asSort() {
        return new PipeSort(by, false, partitionBy, 0, limit, rankName);
    }
}
