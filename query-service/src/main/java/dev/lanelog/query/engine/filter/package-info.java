/**
 * Filters at work: a tree of conditions evaluated over bitmaps, on stored pages and on batches alike.
 *
 * @see dev.lanelog.query.engine.filter.RowFilter
 */
@org.jspecify.annotations.NullMarked
package dev.lanelog.query.engine.filter;
