package dev.lanelog.query.engine;

/**
 * How a query ended, beside the rows it gave to its sink.
 *
 * @param statistics what it cost
 * @param startNs start of the time range that was selected, inclusive: arguments and {@code _time} filters together
 * @param endNs end of that range, exclusive
 */
public record QueryResult(QueryStatistics statistics, long startNs, long endNs) {}
