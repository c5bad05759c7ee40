/**
 * Columns of a slice as the query engine sees them: predicates in, bitmaps and values out, each encoding in its own
 * cheapest way. Start at {@link dev.lanelog.columnar.column.Column}.
 */
@org.jspecify.annotations.NullMarked
package dev.lanelog.columnar.column;
