/**
 * Pipes that make values out of values, row by row: each value that a batch has only once is worked on only once.
 *
 * @see dev.lanelog.query.engine.value.ValueProcessors
 */
@org.jspecify.annotations.NullMarked
package dev.lanelog.query.engine.value;
