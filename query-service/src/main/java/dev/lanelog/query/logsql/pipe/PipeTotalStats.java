package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.stats.RunningCall;
import java.util.List;

/**
 * {@code total_stats by (a) sum(b) as r}: adds to every row what was counted over all rows of its group.
 *
 * @param by keys of the groups; empty for one group
 * @param calls what is computed, at least one
 */
public record PipeTotalStats(List<String> by, List<RunningCall> calls) implements Pipe {
    public PipeTotalStats {
        by = List.copyOf(by);
        calls = List.copyOf(calls);
    }

    @Override
    public void updateNeededFields(FieldSet needed) {
        FieldSet before = needed.copy();
        for (RunningCall call : calls) {
            needed.remove(call.resultName());
            if (before.contains(call.resultName())) {
                call.function().addNeededFields(needed);
            }
        }
        needed.addNames(by);
    }

    @Override
    public String toString() {
        String keys = by.isEmpty() ? "" : " by (" + Names.joinNames(by) + ")";
        return "total_stats" + keys + " " + Names.join(calls);
    }
}
