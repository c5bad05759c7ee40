/**
 * Plan, prune, scan: from a query and a snapshot to batches, over a fixed pool of threads.
 *
 * @see dev.lanelog.query.engine.exec.ScanQueryEngine
 */
@org.jspecify.annotations.NullMarked
package dev.lanelog.query.engine.exec;
