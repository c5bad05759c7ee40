/**
 * {@code lanelog replay}: makes a store again from the log, beside the old one or in place of it. Start at {@link
 * dev.lanelog.indexer.replay.ReplayCommand}.
 */
@org.jspecify.annotations.NullMarked
package dev.lanelog.indexer.replay;
