/**
 * What query-services see of an indexer: the feed of partition states and the bytes behind it. Start at {@link
 * dev.lanelog.indexer.serve.Feed}.
 */
@org.jspecify.annotations.NullMarked
package dev.lanelog.indexer.serve;
