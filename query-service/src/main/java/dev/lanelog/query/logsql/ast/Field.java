package dev.lanelog.query.logsql.ast;

/**
 * A name with a value, as written in {@code rows(...)}.
 *
 * @param name field
 * @param value its text
 */
public record Field(String name, String value) {}
