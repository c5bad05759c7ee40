/**
 * The shared parts of a parsed LogsQL query. Filters, pipes and stats functions have packages of their own beside this
 * one; together they are one recursive grammar.
 *
 * @see dev.lanelog.query.logsql.ast.Query
 */
@org.jspecify.annotations.NullMarked
package dev.lanelog.query.logsql.ast;
