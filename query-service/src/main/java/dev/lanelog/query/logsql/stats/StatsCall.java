package dev.lanelog.query.logsql.stats;

import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.filter.Filter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stats function with the rows it sees and the name of its result.
 *
 * @param function what is computed
 * @param condition rows it sees ({@code if (...)}), or null for all
 * @param resultName field of the result
 */
public record StatsCall(StatsFunction function, @Nullable Filter condition, String resultName) implements StatsEntry {
    @Override
    public List<StatsCall> calls() {
        return List.of(this);
    }

    /** The name a result gets when the query gives none. */
    public static String defaultName(StatsFunction function, @Nullable Filter condition) {
        return condition == null ? function.toString() : function + " if (" + condition + ")";
    }

    @Override
    public String toString() {
        return defaultName(function, condition) + " as " + Names.quoteIfNeeded(resultName);
    }
}
