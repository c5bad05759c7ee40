/** Rows that are not yet in a file, as chunks in memory. Start at {@link dev.lanelog.indexer.head.Head}. */
@org.jspecify.annotations.NullMarked
package dev.lanelog.indexer.head;
