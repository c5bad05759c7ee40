/** What an operator can set on an indexer. Start at {@link dev.lanelog.indexer.config.IndexerConfig}. */
@org.jspecify.annotations.NullMarked
package dev.lanelog.indexer.config;
