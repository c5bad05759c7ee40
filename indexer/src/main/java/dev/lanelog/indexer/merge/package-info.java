/** Which files become one. Start at {@link dev.lanelog.indexer.merge.MergePolicy}. */
@org.jspecify.annotations.NullMarked
package dev.lanelog.indexer.merge;
