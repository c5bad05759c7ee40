/**
 * From the {@code logs} topic to heads, and the transactions that make files live. Start at {@link
 * dev.lanelog.indexer.consume.ConsumeLoop}.
 */
@org.jspecify.annotations.NullMarked
package dev.lanelog.indexer.consume;
