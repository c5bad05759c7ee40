package dev.lanelog.query.logsql.stats;

import java.util.List;

/** One item of the list after {@code stats by (...)}. */
public sealed interface StatsEntry permits StatsCall, StatsSwitch {
    /** What is computed: one call, or one for each case of a switch. */
    List<StatsCall> calls();
}
