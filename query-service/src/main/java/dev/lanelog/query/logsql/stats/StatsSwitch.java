package dev.lanelog.query.logsql.stats;

import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.filter.Filter;
import dev.lanelog.query.logsql.filter.FilterNoop;
import dev.lanelog.query.logsql.filter.FilterNot;
import dev.lanelog.query.logsql.filter.FilterOr;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One function with several conditions: {@code count() switch(case (a) as x, default as y)}. A row counts in every case
 * that it matches.
 *
 * @param function what is computed
 * @param cases at least one
 */
public record StatsSwitch(StatsFunction function, List<Case> cases) implements StatsEntry {
    public StatsSwitch {
        cases = List.copyOf(cases);
    }

    /**
     * A case.
     *
     * @param condition rows it sees; null for the default, which sees what no other case sees
     * @param resultName field of the result
     */
    public record Case(@Nullable Filter condition, String resultName) {
        @Override
        public String toString() {
            String name = " as " + Names.quoteIfNeeded(resultName);
            return condition == null ? "default" + name : "case (" + condition + ")" + name;
        }
    }

    @Override
    public List<StatsCall> calls() {
        List<Filter> named = new ArrayList<>();
        for (Case c : cases) {
            if (c.condition != null) {
                named.add(c.condition);
            }
        }
        Filter rest = named.isEmpty() ? new FilterNoop() : new FilterNot(new FilterOr(named));
        List<StatsCall> calls = new ArrayList<>();
        for (Case c : cases) {
            calls.add(new StatsCall(function, c.condition == null ? rest : c.condition, c.resultName));
        }
        return calls;
    }

    @Override
    public String toString() {
        return function + " switch(" + Names.join(cases) + ")";
    }
}
