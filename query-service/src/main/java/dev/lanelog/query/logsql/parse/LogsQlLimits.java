package dev.lanelog.query.logsql.parse;

/**
 * What a query may be at most. Past a limit it can't be read.
 *
 * @param maxLength chars of the whole query
 * @param maxDepth parentheses, negations and subqueries within each other
 * @param maxListItems items of one list, such as the values of {@code in(...)} or the pipes of a query
 */
public record LogsQlLimits(int maxLength, int maxDepth, int maxListItems) {
    /** 1 MiB of text, 200 levels, 100,000 items. */
    public static final LogsQlLimits DEFAULT = new LogsQlLimits(1 << 20, 200, 100_000);
}
