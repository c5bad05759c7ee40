package dev.lanelog.query.logsql.filter;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import dev.lanelog.query.logsql.ast.TimeRange;

/**
 * {@code _time:...}: rows by their time.
 *
 * @param range times that match
 * @param text what stands after the colon, as printed
 */
public record FilterTime(TimeRange range, String text) implements Filter {
    @Override
    public void addNeededFields(FieldSet needed) {
        needed.add(Names.TIME);
    }

    @Override
    public String toString() {
        return "_time:" + text;
    }
}
