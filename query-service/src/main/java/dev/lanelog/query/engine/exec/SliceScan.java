package dev.lanelog.query.engine.exec;

import dev.lanelog.columnar.column.Column;
import dev.lanelog.columnar.column.Dictionary;
import dev.lanelog.columnar.column.ValueBuffer;
import dev.lanelog.columnar.group.Slice;
import dev.lanelog.query.engine.QueryRun;
import dev.lanelog.query.engine.StreamId;
import dev.lanelog.query.engine.batch.ValueTable;
import dev.lanelog.query.logsql.ast.FieldPattern;
import dev.lanelog.query.logsql.ast.Names;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A slice as one query sees it: hidden fields taken out, what was decoded of it shared by all. Thread-safe. */
final class SliceScan {
    private final Slice slice;
    private final QueryRun run;
    private final long timeOffsetNs;
    private final List<FieldPattern> hidden;
    private final List<String> names;
    private final DecodedCache decoded;
    private final ConcurrentHashMap<String, ValueTable> tables = new ConcurrentHashMap<>();

    SliceScan(Slice slice, QueryRun run, DecodedCache decoded) {
        this.decoded = decoded;
        this.slice = slice;
        this.run = run;
        this.timeOffsetNs = run.request().query().options().timeOffsetNs();
        this.hidden = run.request().hiddenFields();
        this.names = new ArrayList<>(slice.columns().size() + 2);
        addVisible(Names.TIME);
        addVisible(Names.STREAM_ID);
        for (Column column : slice.columns()) {
            addVisible(column.name());
        }
    }

    private void addVisible(String name) {
        if (isVisible(name)) {
            names.add(name);
        }
    }

    Slice slice() {
        return slice;
    }

    /** What is added to stored times for the pipes; filters see them as they are stored. */
    long timeOffsetNs() {
        return timeOffsetNs;
    }

    QueryRun run() {
        return run;
    }

    DecodedCache decoded() {
        return decoded;
    }

    /** All fields of the slice that the query may see: {@code _time}, {@code _stream_id} and the columns. */
    List<String> names() {
        return names;
    }

    boolean isVisible(String name) {
        return hidden.isEmpty() || !FieldPattern.anyMatches(hidden, name);
    }

    /** The stored column, or null when it is absent or hidden. */
    @Nullable Column column(String name) {
        return isVisible(name) ? slice.column(name) : null;
    }

    /** The shared table of a column's dictionary. */
    ValueTable table(Column column, Dictionary dictionary) {
        return tables.computeIfAbsent(column.name(), _ -> decoded.table(column, dictionary));
    }

    /** The stream ids that belong to the values of the stream column. */
    ValueTable streamIds(ValueTable streams) {
        return tables.computeIfAbsent(Names.STREAM_ID, _ -> {
            ValueBuffer ids = new ValueBuffer(streams.size(), streams.size() * StreamId.LENGTH);
            for (int i = 0; i < streams.size(); i++) {
                byte[] id = StreamId.of(slice.tenant(), streams.arena(), streams.offset(i), streams.length(i));
                ids.add(id, 0, id.length);
            }
            return ValueTable.of(ids);
        });
    }

    /** The dictionary of a column, or null when it has none. */
    @Nullable Dictionary dictionary(Column column) throws IOException {
        return switch (column.encoding()) {
            case CONSTANT, DICTIONARY -> column.dictionary();
            case INTEGER, TEXT, PREFIXED_NUMBER, REFERENCES -> null;
        };
    }
}
