/**
 * Text of a query to its tree: a hand-written lexer and recursive descent parsers, one for each part of the language.
 *
 * @see dev.lanelog.query.logsql.parse.LogsQlParser
 */
@org.jspecify.annotations.NullMarked
package dev.lanelog.query.logsql.parse;
