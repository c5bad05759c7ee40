package dev.lanelog.query.engine.exec;

import dev.lanelog.columnar.column.Column;
import dev.lanelog.columnar.column.Dictionary;
import dev.lanelog.query.engine.pipe.AggregateProcessor;
import dev.lanelog.query.engine.pipe.StatsProcessor;
import dev.lanelog.query.engine.pipe.TopProcessor;
import dev.lanelog.query.engine.pipe.UniqProcessor;
import dev.lanelog.query.logsql.ast.Names;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Counts of a whole slice from its metadata, instead of from its rows. Only right when every row of the slice goes into
 * the aggregate: no filter, no row pipe, no cut by time. The planner sees to that.
 */
final class MetadataAnswer {
    private static final byte[] EMPTY = new byte[0];

    private MetadataAnswer() {}

    /** Gives the slice's part to the aggregate; false when it has to be scanned. */
    static boolean answer(SliceScan scan, AggregateProcessor aggregate) throws IOException {
        String field = countedField(aggregate);
        if (field == null || field.equals(Names.TIME) || field.equals(Names.STREAM_ID)) {
            return false;
        }
        int rows = scan.slice().rows();
        Column column = field.isEmpty() ? null : scan.column(field);
        if (column == null) {
            add(aggregate, EMPTY, rows);
            return true;
        }
        Dictionary dictionary = scan.dictionary(column);
        if (dictionary == null) {
            return false;
        }
        for (int id = 0; id < dictionary.size(); id++) {
            int offset = dictionary.offset(id);
            byte[] value = Arrays.copyOfRange(dictionary.arena(), offset, offset + dictionary.length(id));
            add(aggregate, value, dictionary.count(id));
        }
        return true;
    }

    private static @Nullable String countedField(AggregateProcessor aggregate) {
        return switch (aggregate) {
            case StatsProcessor stats -> stats.countedField();
            case UniqProcessor uniq -> uniq.countedField();
            case TopProcessor top -> top.countedField();
            default -> null;
        };
    }

    private static void add(AggregateProcessor aggregate, byte[] value, long rows) {
        switch (aggregate) {
            case StatsProcessor stats -> stats.addCounted(value, rows);
            case UniqProcessor uniq -> uniq.addCounted(value, rows);
            case TopProcessor top -> top.addCounted(value, rows);
            default -> throw new IllegalStateException("does not count values: " + aggregate.getClass());
        }
    }
}
