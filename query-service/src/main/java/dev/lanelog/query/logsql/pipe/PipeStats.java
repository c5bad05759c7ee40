package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.ByField;
import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.filter.Filter;
import dev.lanelog.query.logsql.stats.StatsCall;
import dev.lanelog.query.logsql.stats.StatsEntry;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code stats by (a, _time:5m) count() if (...) as n}: one row per group.
 *
 * @param by keys of the groups; empty for one group
 * @param entries what is computed, at least one
 */
public record PipeStats(List<ByField> by, List<StatsEntry> entries) implements Pipe {
    public PipeStats {
        by = List.copyOf(by);
        entries = List.copyOf(entries);
    }

    @Override
    public void updateNeededFields(FieldSet needed) {
        FieldSet before = needed.copy();
        needed.clear();
        for (StatsCall call : calls()) {
            if (before.contains(call.resultName())) {
                call.function().addNeededFields(needed);
                Filter condition = call.condition();
                if (condition != null) {
                    condition.addNeededFields(needed);
                }
            }
        }
        for (ByField key : by) {
            needed.add(key.name());
        }
    }

    @Override
    public String toString() {
        String keys = by.isEmpty() ? "" : " by (" + Names.join(by) + ")";
        return "stats" + keys + " " + Names.join(entries);
    }

    /** All results, switches spread out, in the order of the result's columns. */
    public List<StatsCall> calls() {
        List<StatsCall> calls = new ArrayList<>();
        for (StatsEntry entry : entries) {
            calls.addAll(entry.calls());
        }
        return calls;
    }
}
