/**
 * The filters of LogsQL, one record each, and the conditions on values they stand for.
 *
 * @see dev.lanelog.query.logsql.filter.Filter
 */
@org.jspecify.annotations.NullMarked
package dev.lanelog.query.logsql.filter;
