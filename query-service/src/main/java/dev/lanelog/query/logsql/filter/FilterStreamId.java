package dev.lanelog.query.logsql.filter;

import dev.lanelog.query.logsql.ast.FieldSet;
import dev.lanelog.query.logsql.ast.Names;
import java.util.List;

/**
 * {@code _stream_id:id}, {@code _stream_id:in(...)}: rows of the streams with these ids.
 *
 * @param ids 48 hexadecimal digits each, or the query that gives them
 */
public record FilterStreamId(InValues ids) implements Filter {
    @Override
    public void addNeededFields(FieldSet needed) {
        needed.add(Names.STREAM_ID);
    }

    @Override
    public String toString() {
        List<String> list = ids.values();
        return ids.query() == null && list.size() == 1 ? "_stream_id:" + list.get(0) : "_stream_id:in(" + ids + ")";
    }
}
