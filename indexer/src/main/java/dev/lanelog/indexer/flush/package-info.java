/** Group files on the local disk: names, writing, opening, the directory. Start at {@link dev.lanelog.indexer.flush.GroupStore}. */
@org.jspecify.annotations.NullMarked
package dev.lanelog.indexer.flush;
