/** The indexer inside Quarkus: start and stop, operator routes, readiness. Start at {@link dev.lanelog.indexer.ops.IndexerService}. */
@org.jspecify.annotations.NullMarked
package dev.lanelog.indexer.ops;
