/**
 * The pipes of LogsQL, one record each.
 *
 * @see dev.lanelog.query.logsql.pipe.Pipe
 */
@org.jspecify.annotations.NullMarked
package dev.lanelog.query.logsql.pipe;
