/**
 * How LogsQL reads and writes values: numbers, durations, sizes, times, addresses, JSON strings and the natural order.
 * Values are bytes; nothing here keeps state.
 */
@org.jspecify.annotations.NullMarked
package dev.lanelog.query.logsql.format;
