package dev.lanelog.query.logsql.filter;

import dev.lanelog.columnar.column.ColumnPredicate;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Names;

/**
 * {@code {app="nginx"}}: rows of the streams that match.
 *
 * @param selector which streams
 */
public record FilterStream(StreamSelector selector) implements FieldFilter {
    @Override
    public FieldPattern field() {
        return FieldPattern.exact(Names.STREAM);
    }

    @Override
    public ColumnPredicate predicate() {
        return new StreamPredicate(selector);
    }

    @Override
    public String toString() {
        return selector.toString();
    }
}
