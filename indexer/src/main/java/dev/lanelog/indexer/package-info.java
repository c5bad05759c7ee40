/**
 * The indexer: Kafka partitions in, head chunks and group files out. Start at {@link
 * dev.lanelog.indexer.IndexerCore}, which needs no Quarkus.
 */
@org.jspecify.annotations.NullMarked
package dev.lanelog.indexer;
