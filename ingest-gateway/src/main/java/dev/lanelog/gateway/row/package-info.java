/**
 * The rules that every protocol shares: what a row may look like, where its time, message and stream come from, which
 * arguments a request may give, and how rows become batches.
 *
 * @see dev.lanelog.gateway.row.FieldSink where every protocol ends
 */
@org.jspecify.annotations.NullMarked
package dev.lanelog.gateway.row;
