/**
 * The stats functions of LogsQL, one record each; {@code Stats...} for {@code stats}, {@code Running...} for
 * {@code running_stats} and {@code total_stats}.
 *
 * @see dev.lanelog.query.logsql.stats.StatsFunction
 */
@org.jspecify.annotations.NullMarked
package dev.lanelog.query.logsql.stats;
