/**
 * Rows on their way through a query: columns of values that stay in their cheapest form, dictionary ids or integers,
 * until someone needs the text.
 *
 * @see dev.lanelog.query.engine.batch.Batch
 */
@org.jspecify.annotations.NullMarked
package dev.lanelog.query.engine.batch;
