package dev.lanelog.query.logsql.pipe;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.stats.RunningCall;
import java.util.List;

/**
 * {@code running_stats by (a) sum(b) as r}: adds to every row what was counted up to it, in order of time.
 *
 * @param by keys of the groups; empty for one group
 * @param calls what is computed, at least one
 */
public record PipeRunningStats(List<String> by, List<RunningCall> calls) implements Pipe {
    public PipeRunningStats {
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
        return "running_stats" + keys + " " + Names.join(calls);
    }
}
