/**
 * Grouping and aggregation: keys to group numbers, and one aggregator per stats function.
 *
 * @see dev.lanelog.query.engine.stats.Aggregator
 */
@org.jspecify.annotations.NullMarked
package dev.lanelog.query.engine.stats;
