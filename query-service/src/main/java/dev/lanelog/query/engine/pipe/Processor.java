package dev.lanelog.query.engine.pipe;

/**
 * A pipe at work in one query. An instance is used by one thread at a time. The first pipes of a query that are {@link
 * RowProcessor}s, and an {@link AggregateProcessor} behind them, run on the compute threads, an instance each; all that
 * follows runs on the query's driver thread.
 */
public sealed interface Processor permits RowProcessor, StreamProcessor, AggregateProcessor {}
